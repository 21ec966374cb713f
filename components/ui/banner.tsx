import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { StatusGlyph, type StatusShape } from './status-glyph';
import { glyphTone, softTone, type Tone } from './tone';

const shapes: Readonly<Record<Tone, StatusShape>> = {
  neutral: 'waiting',
  accent: 'active',
  positive: 'done',
  caution: 'attention',
  danger: 'failed',
};

export type BannerProps = {
  tone?: Tone;
  shape?: StatusShape;
  title: ReactNode;
  actions?: ReactNode;
  /** Announce it when it appears (errors after a submit). */
  live?: boolean;
  className?: string;
  /** What happened and what to do. */
  children?: ReactNode;
};

/** A message that belongs to the page and stays: an open problem, a decision made elsewhere. */
export function Banner({ tone = 'neutral', shape, title, actions, live, className, children }: BannerProps) {
  return (
    <div
      role={live ? 'alert' : undefined}
      className={classNames(
        'flex flex-wrap items-start gap-x-2.5 gap-y-2 rounded-lg border px-3.5 py-2.5',
        softTone[tone],
        className,
      )}
    >
      <StatusGlyph shape={shape ?? shapes[tone]} className={classNames('mt-[3px]', glyphTone[tone])} />
      <div className="min-w-0 flex-1 basis-60 text-base">
        <p className="font-semibold">{title}</p>
        {children ? <div className="text-ink">{children}</div> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2 max-sm:w-full">{actions}</div> : null}
    </div>
  );
}
