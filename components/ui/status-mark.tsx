import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { StatusGlyph, type StatusShape } from './status-glyph';
import { glyphTone, softTone, type Tone } from './tone';

export type StatusMarkProps = {
  shape: StatusShape;
  tone: Tone;
  /** `plain` for lists, `pill` for headers. */
  look?: 'plain' | 'pill';
  className?: string;
  /** The status in a word. */
  children: ReactNode;
};

/** A status: shape + word + colour, all three saying the same. */
export function StatusMark({ shape, tone, look = 'plain', className, children }: StatusMarkProps) {
  return (
    <span
      className={classNames(
        'inline-flex max-w-full items-center gap-1.5 text-sm font-medium whitespace-nowrap',
        look === 'pill' ? ['h-6 rounded-full border pr-2.5 pl-2', softTone[tone]] : 'text-ink',
        className,
      )}
    >
      <StatusGlyph shape={shape} className={glyphTone[tone]} />
      <span className="truncate">{children}</span>
    </span>
  );
}
