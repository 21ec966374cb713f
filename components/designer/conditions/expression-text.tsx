'use client';

import { useTranslations } from 'next-intl';
import { useRef, type SyntheticEvent } from 'react';
import { SearchSelect, type SearchSelectGroup } from '@/components/ui/search-select';
import { Textarea } from '@/components/ui/textarea';

type Text = { value: string; readOnly: boolean; onChange: (text: string) => void };

/** Where the caret of a text stands, and how to put something there. */
function useInsertion({ value, onChange }: Pick<Text, 'value' | 'onChange'>) {
  const area = useRef<HTMLTextAreaElement>(null);
  return {
    follow: (event: SyntheticEvent<HTMLTextAreaElement>) => {
      area.current = event.currentTarget;
    },
    insert: (words: string) => {
      const { selectionStart = value.length, selectionEnd = value.length } = area.current ?? {};
      onChange(value.slice(0, selectionStart) + words + value.slice(selectionEnd));
      const caret = selectionStart + words.length;
      requestAnimationFrame(() => {
        area.current?.focus();
        area.current?.setSelectionRange(caret, caret);
      });
    },
  };
}

/** An expression as text, with its fields to pick from: a picked one is put where the caret stands. */
export function ExpressionText({
  label,
  groups,
  frame = (control) => control,
  ...text
}: Text & {
  /** What the control is called where no frame says it. */
  label?: string;
  groups: readonly SearchSelectGroup[];
  /** Puts a label and what is wrong around the control. */
  frame?: (control: React.ReactElement) => React.ReactElement;
}) {
  const t = useTranslations('conditions');
  const { follow, insert } = useInsertion(text);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {frame(
        <Textarea
          aria-label={label}
          rows={1}
          spellCheck={false}
          className="min-h-9 font-mono text-sm"
          value={text.value}
          readOnly={text.readOnly}
          onSelect={follow}
          onChange={(event) => text.onChange(event.currentTarget.value)}
        />,
      )}
      {text.readOnly || groups.length === 0 ? null : (
        <SearchSelect
          aria-label={t('insert')}
          placeholder={t('insert')}
          searchLabel={t('searchFields')}
          nothing={t('noField')}
          className="h-7! w-auto! self-start text-sm!"
          groups={groups}
          value={null}
          onValueChange={insert}
        />
      )}
    </div>
  );
}
