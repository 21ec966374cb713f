import type { ReactNode } from 'react';

/** One thing that the simulated instance waits for. */
export function AnswerCard({
  label,
  title,
  children,
}: {
  label: string;
  title: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={label} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-3">
      <h3 className="min-w-0 text-base font-semibold wrap-anywhere">{title}</h3>
      {children}
    </section>
  );
}
