'use client';

import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { popupClass } from '@/components/ui/popup-styles';
import { Textarea } from '@/components/ui/textarea';
import { definitionJsonSchema } from '@/lib/engine/definition/json-schema';
import { type Completion, completionsAt, type NamesFor } from './completions';

/** Pixels of a line, as `text-xs/5` has it, and of the room around the text. */
const line = 20;
const around = 12;
const popup = { width: 288, height: 240 };

type Offered = {
  readonly all: readonly Completion[];
  readonly chosen: number;
  readonly x: number;
  readonly y: number;
};

/**
 * A text of JSON that offers what fits at the cursor by the schema of definitions: while a name or a text is written, and
 * whenever Ctrl-Space asks for it.
 */
export function CodeEditor({
  value,
  readOnly,
  namesFor,
  onChange,
  onBlur,
}: {
  value: string;
  readOnly: boolean;
  namesFor: NamesFor;
  onChange: (text: string) => void;
  onBlur: () => void;
}) {
  const t = useTranslations('designer.code');
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const [offered, setOffered] = useState<Offered | null>(null);

  function offer(area: HTMLTextAreaElement) {
    const { selectionStart, selectionEnd, value: text } = area;
    const all =
      selectionStart === selectionEnd
        ? completionsAt(text, selectionStart, definitionJsonSchema(), namesFor)
        : [];
    setOffered(all.length === 0 ? null : { all, chosen: 0, ...placeOf(area, all[0]!.from) });
  }

  function take({ from, to, insert }: Completion) {
    const area = field.current;
    if (!area) return;
    area.focus();
    area.setSelectionRange(from, to);
    // The one way to write that the field's own undo knows of; where it is gone, the text is set.
    if (!document.execCommand('insertText', false, insert)) {
      area.setRangeText(insert, from, to, 'end');
      onChange(area.value);
    }
    setOffered(null);
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (readOnly) return;
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      offer(event.currentTarget);
      return;
    }
    if (!offered) return;
    const { all, chosen } = offered;
    switch (event.key) {
      case 'ArrowDown':
        setOffered({ ...offered, chosen: (chosen + 1) % all.length });
        break;
      case 'ArrowUp':
        setOffered({ ...offered, chosen: (chosen + all.length - 1) % all.length });
        break;
      case 'Enter':
      case 'Tab':
        take(all[chosen]!);
        break;
      case 'Escape':
        setOffered(null);
        break;
      default:
        if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End') setOffered(null);
        return;
    }
    event.preventDefault();
  }

  return (
    <div className="relative flex min-h-80 min-w-0 flex-1">
      <Textarea
        ref={field}
        aria-label={t('label')}
        aria-describedby={`${list}-keys`}
        aria-controls={offered ? list : undefined}
        aria-activedescendant={offered ? `${list}-${offered.chosen}` : undefined}
        value={value}
        readOnly={readOnly}
        spellCheck={false}
        onKeyDown={press}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          const { inputType } = event.nativeEvent as InputEvent;
          // What is offered while one writes; not behind what was taken or pasted.
          const written = inputType === 'insertText' && /["\w]$/.test(before(event.currentTarget));
          if (written || (offered && inputType.startsWith('delete'))) offer(event.currentTarget);
          else setOffered(null);
        }}
        onScroll={() => setOffered(null)}
        onBlur={() => {
          setOffered(null);
          onBlur();
        }}
        className="field-sizing-fixed max-h-none min-h-80 flex-1 resize-none font-mono text-xs/5 whitespace-pre"
      />
      <span id={`${list}-keys`} className="sr-only">
        {t('keys')}
      </span>
      <span role="status" className="sr-only">
        {offered ? t('offered', { count: offered.all.length }) : ''}
      </span>
      {offered ? (
        <ul
          id={list}
          role="listbox"
          aria-label={t('suggestions')}
          style={{ left: offered.x, top: offered.y, width: popup.width, maxHeight: popup.height }}
          className={classNames(popupClass, 'absolute z-10 overflow-y-auto border border-line p-1')}
        >
          {offered.all.map((one, index) => (
            <li
              key={one.label}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === offered.chosen}
              ref={(item) => {
                if (index === offered.chosen) item?.scrollIntoView({ block: 'nearest' });
              }}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(one)}
              className={classNames(
                'flex cursor-default items-baseline justify-between gap-3 rounded-sm px-2 py-1 text-sm pointer-coarse:py-2.5',
                index === offered.chosen ? 'bg-accent-soft text-accent-ink' : 'text-ink hover:bg-hover',
              )}
            >
              <span className="min-w-0 truncate font-mono text-xs">{one.label}</span>
              <span className="shrink-0 text-xs text-muted">{one.detail}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function before({ value, selectionStart }: HTMLTextAreaElement): string {
  return value.slice(Math.max(0, selectionStart - 1), selectionStart);
}

/** Below the place in the text where something is written, within the field. */
function placeOf(area: HTMLTextAreaElement, offset: number): { x: number; y: number } {
  const lines = area.value.slice(0, offset).split('\n');
  const { font } = getComputedStyle(area);
  const pen = document.createElement('canvas').getContext('2d');
  if (pen) pen.font = font;
  const across = pen?.measureText(lines.at(-1) ?? '').width ?? 0;
  const y = lines.length * line + around - area.scrollTop;
  const above = y + popup.height > area.clientHeight && y - line > popup.height;
  return {
    x: Math.max(0, Math.min(across + around - area.scrollLeft, area.clientWidth - popup.width)),
    y: above ? y - line - popup.height : y,
  };
}
