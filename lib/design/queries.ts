import { definitionBytes } from '@/lib/definitions/schema';
import { readCast } from '@/lib/definitions/read-cast';
import { parseDefinition } from '@/lib/engine/definition/parse';
import { taskAt } from '@/lib/engine/simulation/task-at';
import { rulesOf } from '@/lib/engine/simulation/simulation';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput, tooLarge } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { mayDecide } from '@/lib/tasks/authority';
import { readNamedDeciders } from '@/lib/tasks/read-deciders';
import { type WhoRequest, whoRequestSchema, type WhoWould } from './schema';

/**
 * Who would get the task of a step, if a request with this data came to it now: the task is made by the core, and who
 * may decide it is said by the policy that a decision is checked by. Nothing is stored.
 */
export async function whoWouldDecide(actor: Actor, request: WhoRequest): Promise<Result<WhoWould>> {
  const lacking = lacks(actor, 'definitions.edit');
  if (lacking) return lacking;
  const read = readInput(whoRequestSchema, request);
  if (!read.ok) return read;
  const large = tooLarge('definition', read.value.definition, definitionBytes);
  if (large) return large;
  const parsed = parseDefinition(read.value.definition);
  if (!parsed.ok) {
    const [first] = parsed.findings;
    return refuse('invalid', `The definition cannot be read. ${first?.message ?? ''}`.trim());
  }
  const { definition } = parsed;
  const { step, data } = read.value;
  const cast = await readCast(actor.tenantId);
  const byEmail = new Map(cast.people.map((person) => [person.email.toLowerCase(), person]));
  const asked = read.value.requester?.toLowerCase();
  const requester = asked === undefined ? null : (byEmail.get(asked) ?? null);
  if (asked !== undefined && !requester) return refuse('not_found', `Nobody here has the address ${asked}.`);
  const made = taskAt(definition, step, {
    startAt: new Date().toISOString(),
    timeZone: cast.timeZone,
    subject: 'sample',
    input: data,
    requester,
    people: [...cast.people],
    rules: cast.ruleValues,
    calendars: cast.calendarValues,
  });
  if (!made.ok) return refuse('invalid', made.message);
  const { task } = made;
  const named = [...task.candidatePeople];
  const known = await readNamedDeciders(actor, { people: named, roles: task.candidateRoles });
  const assignee = task.assignee && byEmail.get(task.assignee.email.toLowerCase());
  const present = known.find(({ person }) => person.email.toLowerCase() === assignee?.email.toLowerCase());
  const itself = known.find(({ person }) => person.email.toLowerCase() === requester?.email.toLowerCase());
  const askedTask = {
    ...task,
    assignee: present?.person ?? null,
    process: definition.key,
    requester: itself?.person ?? null,
    earlierDeciders: [],
    changedSince: null,
  };
  const people = known.map(({ person, awayUntil }) => {
    const verdict = mayDecide(person, askedTask, rulesOf({ rules: cast.ruleValues }));
    const shown = verdict.ok ? { ok: true as const, right: verdict.right } : verdict;
    return { id: person.id, name: person.name, email: person.email, mayDecide: shown, awayUntil };
  });
  return done({
    people: people.sort(
      (left, right) =>
        Number(right.mayDecide.ok) - Number(left.mayDecide.ok) || left.name.localeCompare(right.name, 'en'),
    ),
    required: task.approvals.required,
    assignee: assignee ? { name: assignee.name, email: assignee.email } : null,
    strangers: named.filter((email) => !byEmail.has(email)),
    emptyRoles: task.candidateRoles.filter((role) => !cast.people.some(({ roles }) => roles.includes(role))),
  });
}
