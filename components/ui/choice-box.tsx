import type { ReactNode } from 'react';

/** A long list of choices in a form: a box that scrolls for itself; on a phone, where that hides half of it, the form alone scrolls. */
export function ChoiceBox({ children }: { children: ReactNode }) {
  return (
    <div className="mt-1 rounded-md border border-line p-2.5 sm:max-h-56 sm:overflow-y-auto">{children}</div>
  );
}
