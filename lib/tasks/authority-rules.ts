import type { Principal } from '@/lib/absence/acting-for';
import type { Environment } from '@/lib/engine/decide/contract';
import type { Person } from '@/lib/engine/snapshot';
import type { AskedTask, Decider } from './authority';
import { limitOf, refuseLimit } from './authority-limit';
import type { AuthorityRule, Right } from './schema';

/** A person before a task, in their own right or as the deputy of `principal`. */
export type Standing = {
  readonly person: Decider;
  readonly principal: Principal | null;
  readonly task: AskedTask;
  readonly rules: Environment['rules'];
};

/** One rule of the policy: its name, and why it refuses; null when it does not. */
export type NamedRule = {
  readonly rule: AuthorityRule;
  readonly refuses: (standing: Standing) => string | null;
};

/**
 * The policy, in the order in which its rules are asked: who somebody is, then what the request bars, then by what right
 * they come, then how the task stands. Of a deputy and whom they stand in for, each rule is asked of both.
 */
export const policy: readonly NamedRule[] = [
  { rule: 'inactive', refuses: inactive },
  { rule: 'requester', refuses: ownRequest },
  { rule: 'excluded', refuses: excluded },
  { rule: 'previous_approver', refuses: previousApprover },
  { rule: 'not_candidate', refuses: notCandidate },
  { rule: 'already_voted', refuses: alreadyVoted },
  { rule: 'claimed', refuses: claimed },
  { rule: 'limit', refuses: limit },
  { rule: 'version', refuses: ({ task }) => task.changedSince },
];

function inactive({ person }: Standing): string | null {
  return person.active ? null : `${person.name} has been deactivated and decides nothing.`;
}

function ownRequest({ person, principal, task }: Standing): string | null {
  const { requester, excluded: barred } = task;
  if (!requester) return null;
  // The requester stands among the excluded by address; theirs may have changed since.
  const own = (one: Person) =>
    requester.id === one.id && (isBarred(barred, one) || isBarred(barred, requester));
  if (own(person)) return 'This is your own request, so somebody else has to decide it.';
  return principal && own(principal)
    ? `This is the request of ${principal.name}, so nobody decides it on their behalf.`
    : null;
}

function excluded({ person, principal, task }: Standing): string | null {
  if (isBarred(task.excluded, person))
    return 'This process bars you from deciding this request; somebody else has to.';
  return principal && isBarred(task.excluded, principal)
    ? `This process bars ${principal.name} from deciding this request, and so nobody decides it on their behalf.`
    : null;
}

function previousApprover({ person, principal, task }: Standing): string | null {
  const before = (one: Person) => task.earlierDeciders.some(({ id }) => id === one.id);
  if (before(person))
    return 'You have decided another task of this request, and this one takes a second pair of eyes.';
  return principal && before(principal)
    ? `${principal.name} has decided another task of this request, and this one takes a second pair of eyes.`
    : null;
}

function notCandidate({ person, principal, task }: Standing): string | null {
  if (candidacy(principal ?? person, task)) return null;
  const who = principal ? `${principal.name}, for whom you stand in,` : 'You';
  const roles = task.candidateRoles.join(', ');
  if (roles === '') {
    return principal
      ? `This task is for somebody else: ${principal.name}, for whom you stand in, is not among the people whom it names.`
      : 'This task is for somebody else: you are not among the people whom it names.';
  }
  const one = task.candidateRoles.length === 1;
  return `${who} may not decide this now: it takes ${one ? 'the role' : 'one of the roles'} ${roles}, which ${principal ? 'they do' : 'you do'} not hold.`;
}

function alreadyVoted({ person, principal, task }: Standing): string | null {
  const voted = (one: Person) =>
    task.votes.some((vote) => vote.person.id === one.id || vote.onBehalfOf?.id === one.id);
  if (voted(person)) return 'You have decided on this task already; another person has to be the next.';
  return principal && voted(principal)
    ? `${principal.name} has decided on this task already; another person has to be the next.`
    : null;
}

function claimed({ person, principal, task: { status, assignee } }: Standing): string | null {
  if (status !== 'in_progress' || !assignee) return null;
  if (assignee.id === person.id || assignee.id === principal?.id) return null;
  return `${assignee.name} has taken this task. Ask them to release it, or ask support to.`;
}

function limit({ person, principal, task, rules }: Standing): string | null {
  return (
    refuseLimit(person, task.limit, rules) ??
    (principal && refuseLimit(principal, task.limit, rules, principal.name))
  );
}

/** By what right the person may decide; null who is no candidate, neither themselves nor as a deputy. */
export function rightOf({ person, principal, task, rules }: Standing): Right | null {
  const own = candidacy(principal ?? person, task);
  if (!own) return null;
  const most = limitOf(person, task.limit, rules);
  const bound = most && { limit: most };
  if (!principal) return { ...own, ...bound };
  const { id, name, email, absence } = principal;
  return { by: 'deputy', absence, onBehalfOf: { id, name, email }, their: own, ...bound };
}

/**
 * By what somebody is a candidate. A claim makes nobody one: who has lost the role since cannot decide. An assignment
 * does, as long as it has not been turned into a claim, and a delegation as long as it lasts.
 */
function candidacy(
  one: Person & { readonly roles: readonly string[] },
  task: AskedTask,
): Extract<Right, { by: 'role' | 'name' | 'assignment' | 'delegation' }> | null {
  const role = task.candidateRoles.find((key) => one.roles.includes(key));
  if (role !== undefined) return { by: 'role', role };
  if (task.candidatePeople.includes(one.email.toLowerCase())) return { by: 'name' };
  if (task.assignee?.id !== one.id) return null;
  if (task.delegation) return { by: 'delegation', from: task.delegation.by };
  if (task.status === 'pending') return { by: 'assignment' };
  return null;
}

function isBarred(addresses: readonly string[], { email }: Person): boolean {
  return addresses.includes(email.toLowerCase());
}
