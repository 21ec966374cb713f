'use client';

import { ListChecks, SquareFunction } from 'lucide-react';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useMemo, useState } from 'react';
import { endBurst, useDesignerStore } from '@/components/designer/store';
import { ProblemText } from '@/components/designer/inspector/problem-text';
import {
  type SettingProps,
  useProblem,
  useReadOnly,
  useSet,
  useWords,
} from '@/components/designer/inspector/setting';
import { Button } from '@/components/ui/button';
import { loadCode } from '@/components/ui/load-code';
import { pointer } from '@/lib/engine/definition/pointer';
import { ExpressionText } from './expression-text';
import { readCondition } from './read-condition';
import { useFieldsHere } from './use-fields-here';

// React Query Builder brings a store of its own; nobody needs it before a condition is on the screen.
const ConditionBuilder = dynamic(() => loadCode(() => import('./condition-builder')), {
  ssr: false,
});

/** When something holds: built line by line or written as an expression, whichever one likes, both of the same text. */
export function ConditionSetting({ name, path, value, optional }: SettingProps) {
  const t = useTranslations('conditions');
  const store = useDesignerStore();
  const set = useSet();
  const { label, hint } = useWords(name, path);
  const readOnly = useReadOnly();
  const problem = useProblem(path);
  const text = typeof value === 'string' && value !== '' ? value : undefined;
  const read = useMemo(() => (text === undefined ? null : readCondition(text)), [text]);
  const [wanted, setWanted] = useState<'lines' | 'text'>('lines');
  const asLines = wanted === 'lines' && (read === null || read.ok);
  const at = pointer(path);
  const { fields, groups, declared } = useFieldsHere(path);
  const put = (next: string | undefined, typed: boolean) =>
    set(path, next === undefined && !optional ? 'true' : next, typed);

  return (
    <fieldset data-setting={at} onBlur={() => endBurst(store)} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {hint ? <p className="-mt-1 text-sm text-muted">{hint}</p> : null}
      {asLines ? (
        <>
          {text === undefined ? <p className="text-sm text-muted">{t('none')}</p> : null}
          <ConditionBuilder
            text={text}
            onChange={put}
            fields={fields}
            groups={groups}
            declared={declared}
            readOnly={readOnly}
          />
        </>
      ) : (
        <ExpressionText
          label={label}
          value={text ?? ''}
          groups={groups}
          readOnly={readOnly}
          onChange={(next) => put(next === '' ? undefined : next, true)}
        />
      )}
      <ProblemText problem={problem} />
      {read && !read.ok ? <p className="text-sm text-muted">{t(`onlyText.${read.why}`)}</p> : null}
      <Button
        size="sm"
        variant="quiet"
        className="self-start"
        icon={asLines ? <SquareFunction aria-hidden /> : <ListChecks aria-hidden />}
        disabled={!asLines && read !== null && !read.ok}
        onClick={() => setWanted(asLines ? 'text' : 'lines')}
      >
        {asLines ? t('showText') : t('showLines')}
      </Button>
    </fieldset>
  );
}
