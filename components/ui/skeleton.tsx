import { classNames } from './class-names';

/** A grey shape where content will stand; give it the size of that content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={classNames('block h-4 animate-shimmer rounded-sm bg-pressed', className)} />
  );
}

/** The shape of a list while it loads. */
export function SkeletonRows({ rows = 6, label }: { rows?: number; label: string }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-10 items-center gap-6 border-b border-line px-4 last:border-b-0">
          <Skeleton className={row % 3 === 1 ? 'w-2/5' : 'w-1/3'} />
          <Skeleton className="w-20" />
          <Skeleton className="ml-auto w-16" />
        </div>
      ))}
    </div>
  );
}
