import type { Definition, Transition, Trigger } from '@/lib/engine/definition/schema';

/** One way out of a step, with the name of where it leads. */
export type WayOut = {
  readonly key: string;
  readonly name: string | null;
  readonly to: string;
  readonly when: string | null;
  readonly isDefault: boolean;
};

export type WaysOut = { readonly trigger: Trigger; readonly ways: readonly WayOut[] };

/**
 * The ways out of a step by what selects them, each in the order in which they are tried: priority high first, then key,
 * the default last (DESIGN 7).
 */
export function waysOutOf({ steps, transitions }: Definition, step: string): readonly WaysOut[] {
  const names = new Map(steps.map(({ key, name }) => [key, name ?? key]));
  const groups = new Map<string, { trigger: Trigger; ways: WayOut[] }>();
  for (const transition of transitions.filter(({ from }) => from === step).sort(inOrder)) {
    const trigger = transition.on ?? 'completion';
    const id = JSON.stringify(trigger);
    const group = groups.get(id) ?? { trigger, ways: [] };
    group.ways.push({
      key: transition.key,
      name: transition.name ?? null,
      to: names.get(transition.to) ?? transition.to,
      when: transition.when ?? null,
      isDefault: transition.default ?? false,
    });
    groups.set(id, group);
  }
  return [...groups.values()].sort((a, b) => rankOf(a.trigger) - rankOf(b.trigger));

  /** Outcomes in the order in which people see them; what is no outcome comes after them. */
  function rankOf(trigger: Trigger): number {
    const from = steps.find(({ key }) => key === step);
    if (from?.type !== 'USER_TASK') return 0;
    const outcome = typeof trigger === 'object' && 'outcome' in trigger ? trigger.outcome : null;
    const place = from.outcomes.findIndex(({ key }) => key === outcome);
    return place < 0 ? from.outcomes.length : place;
  }
}

function inOrder(left: Transition, right: Transition): number {
  const byDefault = Number(left.default ?? false) - Number(right.default ?? false);
  if (byDefault !== 0) return byDefault;
  const byPriority = (right.priority ?? 0) - (left.priority ?? 0);
  if (byPriority !== 0) return byPriority;
  return left.key < right.key ? -1 : 1;
}
