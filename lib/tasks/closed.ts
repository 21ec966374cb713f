import type { Outcome } from '@/lib/engine/definition/step-schema';
import type { Vote } from '@/lib/engine/snapshot';
import { outcomeName } from '@/lib/instances/names';
import type { Actor } from '@/lib/people/actor';
import type { Refusal } from '@/lib/people/refusal';

/** What is told of a task that has ended. */
export type ClosedTask = {
  readonly outcomes: readonly Outcome[];
  readonly votes: readonly Vote[];
  readonly outcome: string | null;
  readonly closedAt: string | null;
};

/** The refusal of anything that comes too late: who decided, when, and what. */
export function alreadyDecided(task: ClosedTask, reader: Pick<Actor, 'timeZone'>): Refusal {
  const vote = task.votes.at(-1);
  if (task.outcome === null || !vote) {
    const when = task.closedAt === null ? '' : ` on ${clock(task.closedAt, reader)}`;
    return {
      code: 'not_allowed',
      message: `This task was cancelled${when}; there is nothing to decide any more.`,
      data: { rule: 'closed', decidedBy: null, decidedAt: null, outcome: null, closedAt: task.closedAt },
    };
  }
  const name = outcomeName(task.outcomes, task.outcome);
  return {
    code: 'not_allowed',
    message: `Already decided by ${vote.person.name} on ${clock(vote.at, reader)}: ${name}.`,
    data: {
      rule: 'closed',
      decidedBy: vote.person.name,
      decidedAt: vote.at,
      outcome: task.outcome,
      outcomeName: name,
      closedAt: task.closedAt,
    },
  };
}

/** By time zone: making one takes longer than all else that a refusal does. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** An instant as the reader's clock and calendar have it. */
function clock(instant: string, { timeZone }: Pick<Actor, 'timeZone'>): string {
  let face = clocks.get(timeZone);
  if (!face) {
    face = new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone,
    });
    clocks.set(timeZone, face);
  }
  return face.format(new Date(instant));
}
