import type { Pool, PoolClient } from 'pg';
import { newId } from '@/lib/runtime/uuid';
import { type Finding, measures } from './measures';
import type { AlertKind } from './schema';

/** Looks in a row at which an alert has to be gone before it is said to be over: what comes and goes is one alert. */
const missesUntilOver = 2;

type Rule = {
  readonly id: string;
  readonly kind: AlertKind;
  readonly definition_key: string | null;
  readonly step: string | null;
  readonly age_seconds: number | null;
  readonly percent: number | null;
  readonly window_seconds: number | null;
  readonly least: number | null;
  readonly active: boolean;
};

/**
 * Looks at every rule of a tenant once: what holds and was not known becomes an alert with its notices, what is known is kept as it is
 * now, what has not held twice in a row is over, which is told too. All of it is in the database, so that a restart tells
 * nothing twice. Another worker that is at it at the moment has it.
 * @returns how many alerts were raised and ended; null when another worker looks
 */
export async function evaluateAlerts(
  pool: Pool,
  tenantId: string,
): Promise<{ readonly raised: number; readonly ended: number } | null> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      "SELECT set_config('interlock.tenant_id', $1, true), set_config('statement_timeout', '60s', true)",
      [tenantId],
    );
    const { rows } = await client.query<{ free: boolean }>(
      "SELECT pg_try_advisory_xact_lock(hashtextextended('interlock alerts ' || $1, 0)) AS free",
      [tenantId],
    );
    const found = rows[0]?.free ? await evaluate(client, tenantId) : null;
    await client.query('COMMIT');
    return found;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function evaluate(client: PoolClient, tenantId: string) {
  const { rows: rules } = await client.query<Rule>('SELECT * FROM public.alert_rules WHERE tenant_id = $1', [
    tenantId,
  ]);
  let raised = 0;
  const holding: string[] = [];
  for (const rule of rules.filter(({ active }) => active)) {
    for (const finding of await find(client, tenantId, rule)) {
      const { id, fresh } = await keep(client, tenantId, rule, finding);
      holding.push(id);
      if (!fresh) continue;
      raised += 1;
      await tell(client, tenantId, id, 'raised');
    }
  }
  const over = await client.query<{ id: string; told: boolean }>(
    `UPDATE public.alerts a SET misses = a.misses + 1,
       closed_at = CASE WHEN a.misses + 1 >= $3 OR NOT r.active THEN now() END
     FROM public.alert_rules r
     WHERE a.tenant_id = $1 AND a.closed_at IS NULL AND a.id <> ALL ($2::uuid[]) AND r.tenant_id = a.tenant_id AND r.id = a.rule_id
     RETURNING a.id, a.closed_at IS NOT NULL AND r.active AS told`,
    [tenantId, holding, missesUntilOver],
  );
  const ended = over.rows.filter(({ told }) => told);
  for (const { id } of ended) await tell(client, tenantId, id, 'resolved');
  return { raised, ended: ended.length };
}

async function find(client: PoolClient, tenantId: string, rule: Rule): Promise<Finding[]> {
  const values = [
    tenantId,
    rule.definition_key,
    rule.step,
    rule.age_seconds ?? rule.window_seconds,
    rule.percent,
    rule.least,
  ];
  // Each measure uses some of the values; the types of the others have to be said all the same.
  const text = `SELECT f.* FROM (${measures[rule.kind]}) AS f WHERE $2::text IS NULL OR $3::text IS NULL OR $5::int IS NULL
    OR $6::int IS NULL OR true`;
  return (await client.query<Finding>(text, values)).rows;
}

async function keep(client: PoolClient, tenantId: string, { id: rule }: Rule, finding: Finding) {
  const { rows } = await client.query<{ id: string; fresh: boolean }>(
    `INSERT INTO public.alerts AS a (tenant_id, id, rule_id, subject, definition_key, step, count, measured, example_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (tenant_id, rule_id, subject) WHERE closed_at IS NULL
     DO UPDATE SET count = excluded.count, measured = excluded.measured, example_id = excluded.example_id, seen_at = now(), misses = 0
     RETURNING a.id, a.id = $2 AS fresh`,
    [
      tenantId,
      newId(),
      rule,
      finding.subject,
      finding.definition,
      finding.step,
      finding.count,
      finding.measured,
      finding.exampleId,
    ],
  );
  return rows[0]!;
}

/** Writes the notices in the transaction of what they tell of, for whoever the rule names now. */
async function tell(client: PoolClient, tenantId: string, alert: string, about: 'raised' | 'resolved') {
  await client.query(
    `INSERT INTO public.alert_notices (tenant_id, id, alert_id, about, channel, target)
     SELECT a.tenant_id, public.new_id(), a.id, $3, w.channel, w.target
     FROM public.alerts a JOIN public.alert_rules r ON r.tenant_id = a.tenant_id AND r.id = a.rule_id
     CROSS JOIN LATERAL (
       SELECT 'mail' AS channel, unnest(r.mails) AS target
       UNION ALL SELECT 'webhook', r.webhook WHERE r.webhook IS NOT NULL) AS w
     WHERE a.tenant_id = $1 AND a.id = $2 ON CONFLICT DO NOTHING`,
    [tenantId, alert, about],
  );
}
