import type { EventRow } from '@/lib/instances/schema';
import type { Headline } from './entry';
import { stepOfKey } from './event-values';

type ChildrenHeadline = Extract<Headline, { kind: 'children' }>;

const told: Readonly<Record<string, ChildrenHeadline['what']>> = {
  CHILD_STARTED: 'started',
  CHILD_COMPLETED: 'completed',
  CHILD_FAILED: 'failed',
  CHILD_CANCELLED: 'cancelled',
};

/** What an event says of a child; null for what only follows from something else. */
export function childHeadline(event: EventRow): ChildrenHeadline | null {
  const what = told[event.type];
  return what === undefined ? null : { kind: 'children', step: stepOfKey(event.key) ?? '', what, count: 1 };
}

/** The line that tells it of one more child: a list of them is started, and comes back, in one. Null where it is another line. */
export function oneMore(before: Headline | undefined, next: ChildrenHeadline): ChildrenHeadline | null {
  const same = before?.kind === 'children' && before.step === next.step && before.what === next.what;
  return same ? { ...before, count: before.count + 1 } : null;
}
