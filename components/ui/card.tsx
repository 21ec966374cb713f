import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';

/** A surface with a line around it. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames('rounded-lg border border-line bg-surface', className)} />;
}

export type PanelProps = {
  title: ReactNode;
  /** Beside the title: a count, a mark. */
  meta?: ReactNode;
  /** At the right edge: links and buttons. */
  actions?: ReactNode;
  description?: ReactNode;
  /** `false` lets a table or a list reach the edges. */
  padded?: boolean;
  id?: string;
  className?: string;
  children: ReactNode;
};

/** A titled section of a page on a surface of its own. */
export function Panel({
  title,
  meta,
  actions,
  description,
  padded = true,
  id,
  className,
  children,
}: PanelProps) {
  return (
    <section
      id={id}
      className={classNames('min-w-0 overflow-clip rounded-lg border border-line bg-surface', className)}
    >
      <header
        className={classNames(
          'flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4',
          description ? 'py-2.5' : 'py-1.5',
        )}
      >
        <h2 className="text-sm font-semibold text-ink">{title}</h2>
        {meta}
        {actions ? <div className="ml-auto flex items-center gap-1.5">{actions}</div> : null}
        {description ? <p className="w-full text-sm text-muted">{description}</p> : null}
      </header>
      <div className={padded ? 'p-4' : undefined}>{children}</div>
    </section>
  );
}
