import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isConnectionFailure } from '@/lib/database/errors';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { evaluateExpression } from '@/lib/engine/conditions/evaluate';
import { setPaths } from '@/lib/engine/context-path';
import { nextCronMatch } from '@/lib/engine/deadlines/cron';
import { hasCome } from '@/lib/engine/deadlines/instant';
import { compile } from '@/lib/engine/decide/compiled';
import type { Environment } from '@/lib/engine/decide/contract';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Json, JsonObject } from '@/lib/engine/json';
import { checkJson } from './check-json';
import { loadStart } from './snapshot';
import { startInstance } from './start';
import { factsOf } from './start-facts';

/** Schedules that one look takes in hand. */
const batch = 20;
/** How long a sweeper has what it took, in seconds; what it did not come to by then goes to another. */
const inHand = 30;

type DueSchedule = {
  readonly tenant_id: string;
  readonly definition_id: string;
  readonly definition_key: string;
  readonly cron: string;
  readonly time_zone: string;
  /** The instant that is due; null where none has been computed yet. */
  readonly next_at: string | null;
  /** The database's clock. */
  readonly now: string;
};

type Outcome = { readonly instance: string | null; readonly error: string | null };

/**
 * Starts what is due by its schedule (DESIGN 8.11). Of the instants that have passed meanwhile the first counts and the others
 * are left out: the next one is computed from now. Any number of sweepers share the work: an instant has a start key, so that
 * it starts one instance even when its sweeper dies before it has said so.
 * @param workerId stands in the events as the worker that started it
 */
export async function sweepSchedules(pool: Pool, workerId: string, logger: Logger): Promise<void> {
  const { rows } = await pool.query<DueSchedule>({
    name: 'claim_schedules',
    text: 'SELECT * FROM public.claim_schedules($1, $2)',
    values: [batch, inHand],
  });
  for (const due of rows) {
    try {
      await act(pool, workerId, due, logger);
    } catch (error) {
      if (isConnectionFailure(error)) throw error;
      logger.error(
        { err: error, definition: due.definition_key },
        'a schedule failed; it will be tried again',
      );
    }
  }
}

async function act(pool: Pool, workerId: string, due: DueSchedule, logger: Logger): Promise<void> {
  const { tenant_id: tenantId, definition_id: definitionId, next_at: at, cron, time_zone: zone, now } = due;
  const isDue = at !== null && hasCome(at, now);
  const { instance, error } = isDue ? await start(pool, workerId, due, at) : { instance: null, error: null };
  if (error !== null) logger.error({ definition: due.definition_key, at, error }, 'a scheduled start failed');
  const next = at !== null && !isDue ? { ok: true as const, at } : nextCronMatch(now, cron, zone);
  await pool.query({
    name: 'settle_schedule',
    text: 'SELECT public.settle_schedule($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [
      tenantId,
      definitionId,
      at,
      cron,
      zone,
      next.ok ? next.at : null,
      instance,
      next.ok ? error : next.message,
    ],
  });
}

/** The instance that stands for this instant: started now, or by a sweeper that did not live to say so. */
async function start(pool: Pool, workerId: string, due: DueSchedule, at: string): Promise<Outcome> {
  const { tenant_id: tenantId, definition_id: definitionId, definition_key: key } = due;
  const loaded = await loadStart(pool, tenantId, key);
  const schedule = loaded?.definition.content.schedule;
  if (!loaded || !schedule) return failed('The process has no schedule any more.');
  const input = inputOf(loaded.definition.content, schedule.input ?? {}, loaded.environment);
  if (!input.ok) return failed(input.message);
  const [wrong] = checkJson(loaded.definition.content.input ?? { type: 'object' }, input.value, '/input');
  if (wrong) return failed(`${wrong.path}: ${wrong.message}`);

  // The subject of a scheduled instance is the instant for which it was planned.
  const subjectId = at.replace(/\.\d+Z$/, 'Z');
  const startKey = `schedule:${definitionId}:${at}`;
  const started = await startInstance(
    pool,
    {
      tenantId,
      start: loaded,
      subjectId,
      correlationKey: null,
      input: input.value,
      facts: factsOf({ ...loaded, input: input.value, subjectId, requester: null }),
      requester: null,
      startKey,
      startHash: at,
    },
    { actor: { type: 'scheduler', id: `schedule:${key}`, name: 'Schedule' }, workerId },
  );
  if (started.ok) return { instance: started.instanceId, error: null };
  const [before] = await readTenant<{ id: string }>(pool, tenantId, startedWith, [startKey]);
  return before ? { instance: before.id, error: null } : failed(started.refusal.message);
}

const startedWith = tenantStatement(
  'scheduled_instance',
  'SELECT i.id FROM instances i WHERE i.tenant_id = tenant.id AND i.start_key = $2',
);

function failed(error: string): Outcome {
  return { instance: null, error };
}

type Made =
  { readonly ok: true; readonly value: JsonObject } | { readonly ok: false; readonly message: string };

/** The input that the schedule says; its expressions see rules only, and a field without a value is left out. */
function inputOf(
  definition: Definition,
  mapping: Readonly<Record<string, string>>,
  { rules }: Environment,
): Made {
  const { declared } = compile(definition);
  const scope = { rules: Object.fromEntries(Object.entries(rules).map(([key, { value }]) => [key, value])) };
  const values: [string, Json][] = [];
  for (const [field, expression] of Object.entries(mapping)) {
    const result = evaluateExpression(expression, scope, declared);
    if (!result.ok) return { ok: false, message: `The input ${field} could not be made. ${result.message}` };
    if (result.value !== null) values.push([field, result.value]);
  }
  return { ok: true, value: setPaths({}, Object.fromEntries(values)) };
}
