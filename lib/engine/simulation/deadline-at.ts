import type { Calendar } from '@/lib/engine/deadlines/calendar';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Step } from '@/lib/engine/definition/step-schema';
import type { JsonObject } from '@/lib/engine/json';
import { begin, present } from './simulation';

/** When a step's deadline would be, and what it would be computed from. */
export type DeadlinePreview = {
  readonly dueAt: string;
  /** As the event has it: duration, zone, calendar, skipped dates. */
  readonly basis: JsonObject;
  /** Key of each rung of the ladder → its instant, in the order in which they come. */
  readonly rungs: readonly { readonly key: string; readonly at: string }[];
};

/**
 * The deadline of a step that is entered at an instant, computed by the very core: it plays a request that comes to a
 * wait with this deadline then. A calendar that follows the assignee's zone is taken in its own.
 */
export function deadlineAt(
  definition: Definition,
  due: NonNullable<Extract<Step, { due?: unknown }>['due']>,
  at: {
    readonly instant: string;
    readonly timeZone: string;
    readonly calendars: Readonly<Record<string, Calendar>>;
  },
):
  | { readonly ok: true; readonly preview: DeadlinePreview }
  | { readonly ok: false; readonly message: string } {
  const { key, name, subject, calendar } = definition;
  const played: Definition = {
    key,
    name,
    subject,
    ...(calendar !== undefined && { calendar }),
    steps: [
      { key: 'start', type: 'START' },
      { key: 'wait', type: 'WAIT_FOR_FILE', due },
    ],
    transitions: [{ key: 'begin', from: 'start', to: 'wait' }],
  };
  const begun = begin(played, {
    startAt: at.instant,
    timeZone: at.timeZone,
    subject: 'preview',
    input: {},
    requester: null,
    people: [],
    rules: {},
    calendars: at.calendars,
  });
  if (!begun.ok) return begun;
  const { timers, incidents } = present(begun.simulation);
  const set = Object.values(timers);
  const [first] = set;
  if (!first) {
    const [incident] = Object.values(incidents);
    return { ok: false, message: incident?.message ?? 'This deadline has no instant.' };
  }
  const { dueAt, ...basis } = first.basis as JsonObject & { dueAt?: string };
  const rungs = set.flatMap((timer) => (timer.rung === null ? [] : { key: timer.rung, at: timer.dueAt }));
  return {
    ok: true,
    preview: {
      dueAt: dueAt ?? first.dueAt,
      basis,
      rungs: rungs.sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0)),
    },
  };
}
