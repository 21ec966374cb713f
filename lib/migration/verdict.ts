import { appPool } from '@/lib/database/pool';
import { decide } from '@/lib/engine/decide/decide';
import type { Decision } from '@/lib/engine/decide/contract';
import type { EventData } from '@/lib/engine/event-data';
import { isOpenChild } from '@/lib/engine/lifecycle';
import type { Snapshot } from '@/lib/engine/snapshot';
import type { Actor } from '@/lib/people/actor';
import { type Loaded, loadInstance } from '@/lib/runtime/snapshot';
import { orderOf } from './migrate-instance';
import type { MigrationPlan, Verdict } from './schema';
import type { Version } from './versions';

/** Instances that are looked at at the same moment. */
const atOnce = 4;

/**
 * What the plan would do to each instance: the very decision that would be committed, which is not. Instances that are not
 * there, or not the actor's, are left out.
 */
export async function verdictsOn(
  actor: Actor,
  ids: readonly string[],
  plan: MigrationPlan,
  versions: { readonly source: Version; readonly target: Version },
): Promise<Verdict[]> {
  const verdicts = new Map<string, Verdict>();
  const waiting = [...ids];
  const lane = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const loaded = await loadInstance(appPool(), actor.tenantId, id);
      if (loaded) verdicts.set(id, verdictOn(id, loaded, plan, versions));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return ids.flatMap((id) => verdicts.get(id) ?? []);
}

function verdictOn(
  id: string,
  { snapshot, definition, definitionVersionId, environment }: Loaded,
  plan: MigrationPlan,
  { source, target }: { readonly source: Version; readonly target: Version },
): Verdict {
  const about = {
    instance: { id, subject: snapshot.subject.id, status: snapshot.status ?? 'created' },
    children: Object.values(snapshot.children).filter(({ status }) => isOpenChild(status)).length,
  } as const;
  if (definitionVersionId !== source.id) {
    const message = `It goes by version ${snapshot.definitionVersion}, and the plan is about version ${plan.from}.`;
    return {
      ...about,
      verdict: 'blocked',
      code: 'other_version',
      message,
      fields: [],
      lines: linesNow(snapshot),
    };
  }
  const decision = decide(
    definition,
    snapshot,
    orderOf(plan, target, definition, id, 'dry run'),
    environment,
  );
  return { ...about, ...outcomeOf(decision, snapshot) };
}

function outcomeOf(decision: Decision, snapshot: Snapshot): Omit<Verdict, 'instance' | 'children'> {
  if (decision.ok) {
    const migrated = decision.plan.events.find(({ type }) => type === 'WORKFLOW_MIGRATED');
    const { lines } = migrated?.data as EventData['WORKFLOW_MIGRATED'];
    return {
      verdict: 'ready',
      code: null,
      message: null,
      fields: [],
      lines: Object.entries(lines).map(([branch, line]) => ({ branch, ...line })),
    };
  }
  const { code, message, data } = decision.refusal;
  const fields = Array.isArray(data['errors']) ? (data['errors'] as Verdict['fields']) : [];
  const verdict = code === 'invalid' ? 'needs_data' : 'blocked';
  const why = typeof data['blocked'] === 'string' ? data['blocked'] : code;
  return { verdict, code: why, message, fields, lines: linesNow(snapshot) };
}

function linesNow({ stays }: Snapshot): Verdict['lines'] {
  return Object.values(stays).map(({ branch, step }) => ({ branch, from: step, to: step, carried: false }));
}
