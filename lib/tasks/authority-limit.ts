import type { Environment } from '@/lib/engine/decide/contract';
import type { Json, JsonObject } from '@/lib/engine/json';
import type { Task } from '@/lib/engine/snapshot';
import type { Limit } from './schema';

type Holder = { readonly roles: readonly string[] };

/** How far the person's authority goes for this task; null where the task has no limit, or nothing usable is known of it. */
export function limitOf(person: Holder, limit: Task['limit'], rules: Environment['rules']): Limit | null {
  const rule = limit && ruleOf(limit, rules);
  const most = rule && mostOf(rule.value, person.roles);
  if (!limit || !rule || typeof most !== 'number') return null;
  return { rule: limit.rule, version: rule.version, most, amount: limit.amount };
}

/**
 * Why the task's authority limit keeps the person from deciding; null when it does not.
 * @param name of whom it is said; left out, of the reader
 */
export function refuseLimit(
  person: Holder,
  limit: Task['limit'],
  rules: Environment['rules'],
  name: string | null = null,
): string | null {
  if (!limit) return null;
  const rule = ruleOf(limit, rules);
  const most = rule && mostOf(rule.value, person.roles);
  if (most === undefined) {
    return `Nobody may decide this: the authority limit ${limit.rule} has no usable value now. An administrator has to set it.`;
  }
  if (most === null) {
    return `None of ${name === null ? 'your roles' : `the roles of ${name}`} has an authority limit in ${limit.rule}; somebody whose role has one decides this.`;
  }
  if (limit.amount <= most) return null;
  const whose = name === null ? 'your authority' : `the authority of ${name}`;
  return `This is about ${inWords(limit.amount)}, and ${whose} ends at ${inWords(most)}. Somebody with a higher limit has to decide it.`;
}

function ruleOf(limit: NonNullable<Task['limit']>, rules: Environment['rules']) {
  return Object.hasOwn(rules, limit.rule) ? rules[limit.rule] : undefined;
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
