import { classNames } from './class-names';

/** So many of so many, as pieces of a bar. Words beside it say the same, so it is drawn for the eye alone. */
export function SegmentMeter({ done, of, className }: { done: number; of: number; className?: string }) {
  return (
    <span aria-hidden className={classNames('inline-flex gap-0.5', className)}>
      {Array.from({ length: of }, (_, index) => (
        <span
          key={index}
          className={classNames('h-1.5 w-5 rounded-full', index < done ? 'bg-accent' : 'bg-line')}
        />
      ))}
    </span>
  );
}
