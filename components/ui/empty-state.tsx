import type { ReactNode } from 'react';
import { classNames } from './class-names';

/** Nothing to show: says why that is so and what to do next. */
export function EmptyState({
  icon,
  title,
  description,
  action,
  className,
}: {
  icon?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div className={classNames('flex flex-col items-center px-6 py-14 text-center', className)}>
      {icon ? (
        <span className="mb-4 grid size-11 place-items-center rounded-full border border-line bg-sunken text-faint [&_svg]:size-5">
          {icon}
        </span>
      ) : null}
      <p className="text-base font-semibold text-ink">{title}</p>
      {description ? <p className="mt-1 max-w-96 text-base text-muted">{description}</p> : null}
      {action ? <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}
