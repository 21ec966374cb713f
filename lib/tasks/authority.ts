import type { Environment } from '@/lib/engine/decide/contract';
import type { Json, JsonObject } from '@/lib/engine/json';
import type { Person, Task } from '@/lib/engine/snapshot';
import type { AuthorityRule } from './schema';

/** A person with what they hold at the moment of deciding: read from the database then, never from a session. */
export type Decider = Person & { readonly active: boolean; readonly roles: readonly string[] };

/** What the policy looks at of a task. */
export type AskedTask = Pick<
  Task,
  'status' | 'assignee' | 'candidateRoles' | 'candidatePeople' | 'excluded' | 'limit' | 'votes'
> & { readonly requester: Person | null };

export type Authority =
  /** `authority` is kept with the decision: by what right it was made. */
  | { readonly ok: true; readonly authority: JsonObject }
  | { readonly ok: false; readonly rule: AuthorityRule; readonly message: string };

/**
 * Whether the person may decide the task now (DESIGN 9): THE policy of screen, API and links alike. Whoever may not
 * decide may not claim either, so that nobody holds up others with a task that they cannot end.
 * @param person null for a key that acts as nobody
 * @param rules the rules in force now; an authority limit is one of them
 */
export function mayDecide(person: Decider | null, task: AskedTask, rules: Environment['rules']): Authority {
  if (!person) {
    return no(
      'not_a_person',
      'A key by itself decides nothing. Send the header Interlock-Act-As with the address of the person who decides.',
    );
  }
  if (!person.active) return no('inactive', `${person.name} has been deactivated and decides nothing.`);
  const excluded = refuseExcluded(person, task);
  if (excluded) return excluded;
  const candidate = candidacy(person, task);
  if (!candidate) return no('not_candidate', notCandidateWords(task));
  if (task.votes.some((vote) => vote.person.id === person.id || vote.onBehalfOf?.id === person.id)) {
    return no('already_voted', 'You have decided on this task already; another person has to be the next.');
  }
  if (task.status === 'in_progress' && task.assignee && task.assignee.id !== person.id) {
    return no(
      'claimed',
      `${task.assignee.name} has taken this task. Ask them to release it, or ask support to.`,
    );
  }
  return withinLimit(person, task, rules, candidate);
}

function refuseExcluded(person: Decider, task: AskedTask): Authority | null {
  const email = person.email.toLowerCase();
  const barred = task.excluded.includes(email);
  const requester = task.requester;
  const isRequester = requester?.id === person.id;
  // The requester stands among the excluded by address; theirs may have changed since.
  if (isRequester && (barred || task.excluded.includes(requester.email.toLowerCase()))) {
    return no('requester', 'This is your own request, so somebody else has to decide it.');
  }
  return barred
    ? no('excluded', 'This process bars you from deciding this request; somebody else has to.')
    : null;
}

/**
 * By what the person is a candidate. A claim makes nobody one: who has lost the role since cannot decide. An assignment
 * does, as long as it has not been turned into a claim.
 */
function candidacy(person: Decider, task: AskedTask): JsonObject | null {
  const role = task.candidateRoles.find((key) => person.roles.includes(key));
  if (role !== undefined) return { by: 'role', role };
  if (task.candidatePeople.includes(person.email.toLowerCase())) return { by: 'name' };
  if (task.status === 'pending' && task.assignee?.id === person.id) return { by: 'assignment' };
  return null;
}

function notCandidateWords(task: AskedTask): string {
  const roles = task.candidateRoles.join(', ');
  if (roles === '') return 'This task is for somebody else: you are not among the people whom it names.';
  const one = task.candidateRoles.length === 1;
  return `You may not decide this now: it takes ${one ? 'the role' : 'one of the roles'} ${roles}, which you do not hold.`;
}

function withinLimit(
  person: Decider,
  { limit }: AskedTask,
  rules: Environment['rules'],
  candidate: JsonObject,
): Authority {
  const authority = { ...candidate, roles: [...person.roles] };
  if (!limit) return { ok: true, authority };
  const rule = Object.hasOwn(rules, limit.rule) ? rules[limit.rule] : undefined;
  const most = rule && mostOf(rule.value, person.roles);
  if (!rule || most === undefined) {
    return no(
      'limit',
      `Nobody may decide this: the authority limit ${limit.rule} has no usable value now. An administrator has to set it.`,
    );
  }
  if (most === null) {
    return no(
      'limit',
      `None of your roles has an authority limit in ${limit.rule}; somebody whose role has one decides this.`,
    );
  }
  if (limit.amount > most) {
    return no(
      'limit',
      `This is about ${inWords(limit.amount)}, and your authority ends at ${inWords(most)}. Somebody with a higher limit has to decide it.`,
    );
  }
  return {
    ok: true,
    authority: {
      ...authority,
      limit: { rule: limit.rule, version: rule.version, most, amount: limit.amount },
    },
  };
}

/** A limit is a number for everybody, or one for each role: then the highest of the person's roles counts. */
function mostOf(value: Json, roles: readonly string[]): number | null | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const byRole = value as JsonObject;
  const held = roles.flatMap((role) => (Object.hasOwn(byRole, role) ? [byRole[role]] : []));
  const numbers = held.filter((one) => typeof one === 'number');
  return numbers.length > 0 ? Math.max(...numbers) : null;
}

function inWords(amount: number): string {
  return amount.toLocaleString('en-US', { maximumFractionDigits: 2 });
}

function no(rule: AuthorityRule, message: string): Authority {
  return { ok: false, rule, message };
}
