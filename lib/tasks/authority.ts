import type { Environment } from '@/lib/engine/decide/contract';
import type { JsonObject } from '@/lib/engine/json';
import type { Person, Task } from '@/lib/engine/snapshot';
import type { Principal } from '@/lib/absence/acting-for';
import { covers } from '@/lib/absence/scope';
import { type Standing, policy, rightOf } from './authority-rules';
import type { AuthorityRule, Right } from './schema';

/** A person with what they hold at the moment of deciding: read from the database then, never from a session. */
export type Decider = Person & {
  readonly active: boolean;
  readonly roles: readonly string[];
  /** Those whom the person stands in for now. */
  readonly actingFor: readonly Principal[];
};

/** What the policy looks at of a task. */
export type AskedTask = Pick<
  Task,
  'status' | 'assignee' | 'delegation' | 'candidateRoles' | 'candidatePeople' | 'excluded' | 'limit' | 'votes'
> & {
  /** Key of the definition. */
  readonly process: string;
  readonly requester: Person | null;
  /** Who decided other tasks of the request that count here (`who.notDecidersOf`), in person or through a deputy. */
  readonly earlierDeciders: readonly Person[];
  /** What has changed since the person saw the task, in words; null when nothing has, or nobody asks. */
  readonly changedSince: string | null;
};

export type Authority =
  | {
      readonly ok: true;
      readonly right: Right;
      /** Kept with the decision: by what right it was made. */
      readonly authority: JsonObject;
      /** Whom the person stands in for; null who decides in their own right. */
      readonly onBehalfOf: Person | null;
    }
  | { readonly ok: false; readonly rule: AuthorityRule; readonly message: string };

/**
 * Whether the person may decide the task now (DESIGN 9): THE policy of screen, bulk, API and links alike, and the only one.
 * It goes through the named rules of `policy`; the first that refuses is the answer. Whoever may not decide may not claim
 * either, so that nobody holds up others with a task that they cannot end.
 *
 * The person's own right comes first; without one, that of each person whom they stand in for. Then every rule is asked
 * of both: a deputy may do nothing that either of them may not.
 * @param person null for a key that acts as nobody
 * @param rules the rules in force now; an authority limit is one of them
 * @param onBehalfOf id of the person for whom alone is asked; left out, the policy finds the right itself
 */
export function mayDecide(
  person: Decider | null,
  task: AskedTask,
  rules: Environment['rules'],
  onBehalfOf: string | null = null,
): Authority {
  if (!person) {
    return no(
      'not_a_person',
      'A key by itself decides nothing. Send the header Interlock-Act-As with the address of the person who decides.',
    );
  }
  const standIns = person.actingFor.filter(
    (one) => (onBehalfOf === null || one.id === onBehalfOf) && covers(one, task.process, task.limit?.amount),
  );
  if (onBehalfOf !== null && standIns.length === 0) {
    return no(
      'deputy',
      'You do not stand in for this person now, or not for tasks like this one. Whoever is away names their deputy under “My absence”.',
    );
  }
  const own = onBehalfOf === null ? asked({ person, principal: null, task, rules }) : null;
  if (own?.ok) return own;
  const asDeputy = standIns.map((principal) => asked({ person, principal, task, rules }));
  const [refused] = asDeputy;
  const granted = asDeputy.find((verdict) => verdict.ok);
  if (granted) return granted;
  if (!own) return refused!;
  // Whoever is nobody's candidate hears why their deputizing does not help, if it could have.
  const closer = asDeputy.find((verdict) => !verdict.ok && verdict.rule !== 'not_candidate');
  return own.rule === 'not_candidate' && closer ? closer : own;
}

function asked(standing: Standing): Authority {
  for (const { rule, refuses } of policy) {
    const message = refuses(standing);
    if (message !== null) return no(rule, message);
  }
  const right = rightOf(standing);
  if (!right) throw new Error('the policy let somebody pass who is no candidate');
  const { principal } = standing;
  return {
    ok: true,
    right,
    authority: { ...right, roles: [...standing.person.roles] } as JsonObject,
    onBehalfOf: principal && { id: principal.id, name: principal.name, email: principal.email },
  };
}

function no(rule: AuthorityRule, message: string): Authority {
  return { ok: false, rule, message };
}
