'use client';

import { Progress as BaseProgress } from '@base-ui/react/progress';
import { classNames } from './class-names';
import type { Tone } from './tone';

const fills: Readonly<Record<Tone, string>> = {
  neutral: 'bg-faint',
  accent: 'bg-accent',
  positive: 'bg-positive',
  caution: 'bg-caution',
  danger: 'bg-danger',
};

/** How far something has come. `value` null: under way, length unknown. */
export function Progress({
  value,
  max = 100,
  label,
  valueText,
  tone = 'accent',
  className,
}: {
  value: number | null;
  max?: number;
  label: string;
  /** The value in words, such as "32 of 40". */
  valueText?: string;
  tone?: Tone;
  className?: string;
}) {
  return (
    <BaseProgress.Root
      value={value}
      max={max}
      aria-valuetext={valueText}
      className={classNames('grid grid-cols-[1fr_auto] gap-y-1.5', className)}
    >
      <BaseProgress.Label className="text-sm text-ink">{label}</BaseProgress.Label>
      <span className="text-sm text-muted">{valueText}</span>
      <BaseProgress.Track className="col-span-2 h-1.5 overflow-hidden rounded-full bg-pressed">
        <BaseProgress.Indicator
          className={classNames(
            'h-full rounded-full transition-[width] duration-300 data-indeterminate:w-1/3 data-indeterminate:animate-shimmer',
            fills[tone],
          )}
        />
      </BaseProgress.Track>
    </BaseProgress.Root>
  );
}
