import type { Rung } from '@/lib/engine/definition/step-schema';
import { isOpenTask } from '@/lib/engine/lifecycle';
import type { Person, Stay, Task } from '@/lib/engine/snapshot';
import type { Draft } from './draft';

/** To whom a rung gives a task: roles, and people by name. */
type Heirs = { readonly roles: readonly string[]; readonly people: readonly Person[] };

/**
 * To whom a rung gives the task of its stay: its role, and the managers of who has the task, or, where nobody has it, of those
 * who may take it by name. Managers who may not decide it are left out. Null where there is no open task.
 */
export function heirsOf(draft: Draft, stay: Stay, { to }: Rung): Heirs | null {
  const task = draft.snapshot.tasks[stay.key];
  if (!task || !isOpenTask(task.status)) return null;
  const people = to?.manager ? managersOf(draft, task) : [];
  return { roles: to?.role === undefined ? [] : [to.role], people };
}

/**
 * `reassign` takes the task from those who had it, and one person who gets it alone has it at once; `escalate` lets the others
 * decide it too. A claim ends with both. Where there is nobody to give it to, those who have it keep it.
 */
export function giveOn(draft: Draft, stay: Stay, { action }: Rung, { roles, people }: Heirs): void {
  const task = draft.snapshot.tasks[stay.key];
  if (!task || (roles.length === 0 && people.length === 0)) return;
  const addresses = people.map(({ email }) => email.toLowerCase());
  const [only] = people;
  const alone = action === 'reassign' && roles.length === 0 && people.length === 1;
  draft.task('USER_TASK_REASSIGNED', task, task.status === 'in_progress' ? 'pending' : null, {
    data: {
      assignee: (alone && only) || null,
      candidateRoles: action === 'reassign' ? roles : distinct([...task.candidateRoles, ...roles]),
      candidatePeople: action === 'reassign' ? addresses : distinct([...task.candidatePeople, ...addresses]),
    },
  });
}

function managersOf({ env }: Draft, task: Task): Person[] {
  const led = task.assignee ? [task.assignee.email.toLowerCase()] : task.candidatePeople;
  const managers = led.flatMap((address) => env.managers?.[address] ?? []);
  return managers.filter(
    ({ id, email }, index) =>
      !task.excluded.includes(email.toLowerCase()) &&
      managers.findIndex((other) => other.id === id) === index,
  );
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
