/** Priorities from here on carry a mark; 50 is usual. */
export const highPriority = 70;

/** How near an open task's due instant is: late, in the last quarter of its time, or neither. */
export type Urgency = 'overdue' | 'soon' | 'later';

/** @param now milliseconds since 1970 */
export function urgencyOf(
  { dueAt, createdAt }: { readonly dueAt: string; readonly createdAt: string },
  now: number,
): Urgency {
  const due = Date.parse(dueAt);
  if (due <= now) return 'overdue';
  return due - now < (due - Date.parse(createdAt)) / 4 ? 'soon' : 'later';
}
