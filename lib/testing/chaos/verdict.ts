import { everyInstance, verifyInstances } from '@/lib/runtime/verification-run';
import type { RuntimeWorld } from '@/lib/testing/runtime-world';
import type { Kind } from './kind';
import type { Partner } from './partner';
import type { Case } from './people';

/** Statuses in which the product has nothing more to do: the ends, and those that a person has to act on. */
export const endings = [
  'completed',
  'reversed',
  'cancelled',
  'failed',
  'needs_attention',
  'compensation_failed',
] as const;
const onPeople: readonly string[] = ['needs_attention', 'compensation_failed'];

type Ended = {
  id: string;
  status: string;
  ending: string;
  incident: string | null;
  /** Key of the process of a child, which is no case of its own. */
  childOf: string | null;
  children: number;
  /** Children that it asked for and called off before they were started. */
  dropped: number;
  /** A child of it waits for a person. */
  heldUp: boolean;
};

/** What is wrong after a chaos run, in words; empty where all is as it must be. */
export async function verdict(
  world: RuntimeWorld,
  kinds: ReadonlyMap<string, Kind>,
  cases: ReadonlyMap<string, Case>,
  partner: Partner,
): Promise<{ readonly findings: string[]; readonly verified: number; readonly unplanned: string[] }> {
  const { owner } = world.database;
  const findings: string[] = [];
  const unplanned: string[] = [];
  const { rows } = await owner.query<Ended>(
    `SELECT id, status, CASE status WHEN 'completed' THEN outcome ELSE status END AS ending,
       (SELECT string_agg(code || ' ' || key || ': ' || message, '; ') FROM incidents x
        WHERE x.instance_id = i.id AND x.closed_at IS NULL) AS incident,
       CASE WHEN parent_id IS NOT NULL THEN definition_key END AS "childOf",
       (SELECT count(*)::int FROM instances c WHERE c.parent_id = i.id) AS children,
       (SELECT count(*)::int FROM children c
        WHERE c.instance_id = i.id AND c.status = 'cancelled' AND NOT EXISTS (
          SELECT FROM instances s WHERE s.parent_id = c.instance_id AND s.parent_child = c.key)) AS dropped,
       EXISTS (SELECT FROM instances c WHERE c.parent_id = i.id AND c.status = ANY ($1)) AS "heldUp"
     FROM instances i ORDER BY id`,
    [onPeople],
  );
  const own = rows.filter(({ childOf }) => childOf === null).length;
  if (own !== cases.size) findings.push(`${cases.size} were started, ${own} are there`);
  const effects = effectsOf(partner);
  for (const { id, status, ending, incident, childOf, children, dropped, heldUp } of rows) {
    const key = childOf ?? cases.get(id)?.key ?? 'unknown';
    const what = `${key} ${id} (${ending})`;
    const kind = kinds.get(key);
    if (!kind) {
      findings.push(`${what} was never started`);
      continue;
    }
    if (heldUp && status === 'waiting') {
      unplanned.push(`${what}: a child waits for a person`);
      continue;
    }
    if (!endings.some((end) => end === status)) findings.push(`${what} is stuck`);
    const asked = kind.children ?? 0;
    if (status === 'completed' && children !== asked - (kind.races ? dropped : 0))
      findings.push(`${what} has started ${children} children instead of ${asked}`);
    if (onPeople.includes(status) !== (incident !== null)) {
      findings.push(`${what} ${incident === null ? 'has no open incident' : `has one still: ${incident}`}`);
    }
    const planned = kind.endings[ending];
    if (!planned && onPeople.includes(status)) unplanned.push(`${what}: ${incident}`);
    else if (!planned) findings.push(`${what} ended as it should not`);
    findings.push(...compare(what, kind, planned, effects.get(id) ?? new Set()));
  }
  findings.push(...(await strangeCalls(world, partner)), ...(await leftovers(world)));
  const { checked } = await verifyInstances(owner, everyInstance(owner), ({ instanceId, verification }) => {
    if (!verification.ok) findings.push(`${instanceId} does not verify: ${JSON.stringify(verification)}`);
  });
  return { findings, verified: checked, unplanned };
}

/** Execution keys of what was done at the partner, by instance. */
function effectsOf({ effects }: Partner): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const key of effects.keys()) {
    const [id = '', ...execution] = key.split(':');
    found.set(id, (found.get(id) ?? new Set()).add(execution.join(':')));
  }
  return found;
}

/** An instance that waits for a person on its way has done a part of what one of the endings would have. */
function compare(
  what: string,
  kind: Kind,
  planned: readonly string[] | undefined,
  done: ReadonlySet<string>,
): string[] {
  const possible = [...(planned ?? Object.values(kind.endings).flat()), ...(kind.maybe ?? [])];
  return [
    ...(planned ?? []).filter((key) => !done.has(key)).map((key) => `${what} lacks the effect ${key}`),
    ...[...done]
      .filter((key) => !possible.includes(key))
      .map((key) => `${what} has an effect ${key} too many`),
  ];
}

/** Every call carries the key of an execution that exists, and calls with one key go to one path. */
async function strangeCalls({ database }: RuntimeWorld, { server }: Partner): Promise<string[]> {
  const { rows } = await database.owner.query<{ key: string }>(
    "SELECT instance_id || ':' || key AS key FROM activity_executions",
  );
  const known = new Set(rows.map(({ key }) => key));
  const paths = new Map<string, string>();
  const findings = new Set<string>();
  for (const { key, path } of server.received) {
    if (!known.has(key)) findings.add(`a call to ${path} has the key ${key}, which no execution has`);
    if ((paths.get(key) ?? path) !== path) findings.add(`the key ${key} was used for different calls`);
    paths.set(key, path);
  }
  return [...findings];
}

/** What ended instances have still open, and leases that nobody holds any more. */
async function leftovers({ database }: RuntimeWorld): Promise<string[]> {
  const { rows } = await database.owner.query<{ what: string; n: number }>(
    `WITH ended AS (SELECT tenant_id, id AS instance_id FROM instances WHERE closed_at IS NOT NULL),
     kept (what, instance_id) AS (
       SELECT 'task', instance_id FROM tasks JOIN ended USING (tenant_id, instance_id) WHERE closed_at IS NULL
       UNION ALL
       SELECT 'timer', instance_id FROM timers JOIN ended USING (tenant_id, instance_id) WHERE closed_at IS NULL
       UNION ALL
       SELECT 'activity', instance_id FROM activity_executions JOIN ended USING (tenant_id, instance_id)
       WHERE closed_at IS NULL
       UNION ALL
       SELECT 'branch', instance_id FROM branches JOIN ended USING (tenant_id, instance_id) WHERE status = 'open'
       UNION ALL
       SELECT 'child', instance_id FROM children JOIN ended USING (tenant_id, instance_id) WHERE closed_at IS NULL
       UNION ALL
       SELECT 'outbox row', instance_id FROM outbox
       UNION ALL
       SELECT 'lease', instance_id FROM activity_executions WHERE lease_token IS NOT NULL
       UNION ALL
       SELECT 'attempt', instance_id FROM activity_attempts WHERE ended_at IS NULL)
     SELECT what, count(*)::int AS n FROM kept GROUP BY what ORDER BY what`,
  );
  return rows.map(({ what, n }) => `left open: ${n} × ${what}`);
}
