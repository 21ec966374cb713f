import type { Pool } from 'pg';
import type { OutgoingRow } from './cloud-event';

/** The first undelivered event of an instance for a sink: whoever claims it delivers it and those that follow. */
export type Head = {
  readonly tenant_id: string;
  readonly sink_id: string;
  readonly instance_id: string;
  readonly sequence: string;
  readonly url: string;
  /** What the subjects of a NATS JetStream sink begin with; null for a webhook. */
  readonly subject: string | null;
};

/** Tries until a delivery is given up: over about an hour. */
const mostAttempts = 14;
/** Seconds: the pause after the first failure doubles with each further one, up to the longest. */
const firstPause = 1;
const longestPause = 600;

/** Whether anybody listens at all. */
export async function anySink(owner: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows } = await owner.query<{ any: boolean }>({
    name: 'any_event_sink',
    text: 'SELECT EXISTS (SELECT FROM event_sinks WHERE active) AS any',
  });
  return rows[0]!.any;
}

/**
 * Claims heads that are due, so that no other worker delivers what follows them meanwhile. Behind an undelivered event none of
 * the same instance goes to the same sink, which keeps their order; one that was given up holds up nothing.
 * @param seconds after which a claim whose worker died is free again
 */
export async function claimHeads(
  owner: Pick<Pool, 'query'>,
  most: number,
  seconds: number,
): Promise<readonly Head[]> {
  const { rows } = await owner.query<Head>({
    name: 'claim_event_deliveries',
    text: `UPDATE event_deliveries d SET next_attempt_at = now() + make_interval(secs => $2)
      FROM (
        SELECT c.tenant_id, c.id, s.url, s.subject
        FROM event_deliveries c
        JOIN event_sinks s ON s.tenant_id = c.tenant_id AND s.id = c.sink_id AND s.active
        WHERE c.dead_at IS NULL AND c.next_attempt_at <= now() AND NOT EXISTS (
          SELECT FROM event_deliveries e
          WHERE e.tenant_id = c.tenant_id AND e.sink_id = c.sink_id AND e.instance_id = c.instance_id
            AND e.sequence < c.sequence AND e.dead_at IS NULL)
        ORDER BY c.next_attempt_at LIMIT $1
        FOR UPDATE OF c SKIP LOCKED) AS head
      WHERE d.tenant_id = head.tenant_id AND d.id = head.id
      RETURNING d.tenant_id, d.sink_id, d.instance_id, d.sequence::text, head.url, head.subject`,
    values: [most, seconds],
  });
  return rows;
}

/** The head's event and those behind it, in order. */
export async function readOutgoing(
  owner: Pick<Pool, 'query'>,
  head: Head,
  most: number,
): Promise<readonly OutgoingRow[]> {
  const { rows } = await owner.query<OutgoingRow>({
    name: 'read_event_deliveries',
    text: `SELECT d.id::text, d.instance_id, d.sequence::text, d.attempts, cloud_event_type(e.type, e.data) AS cloud_type, e.type,
        instant_text(e.occurred_at) AS occurred_at, e.branch, e.key, coalesce(e.from_status, e.from_state, e.migrated_from) AS "from",
        coalesce(e.to_status, e.to_state) AS "to",
        jsonb_build_object('type', e.actor_type, 'id', e.actor_id, 'name', e.actor_name) AS actor, e.reason,
        e.correlation_id, CASE e.type WHEN 'ACTIVITY_COMPLETED' THEN e.data -> 'emitted' END AS emitted,
        i.definition_key, i.definition_version, i.subject_type, i.subject_id, i.correlation_key
      FROM event_deliveries d
      JOIN events e ON e.tenant_id = d.tenant_id AND e.instance_id = d.instance_id AND e.sequence = d.sequence
      JOIN instances i ON i.tenant_id = d.tenant_id AND i.id = d.instance_id
      WHERE d.tenant_id = $1 AND d.sink_id = $2 AND d.instance_id = $3 AND d.sequence >= $4 AND d.dead_at IS NULL
      ORDER BY d.sequence LIMIT $5`,
    values: [head.tenant_id, head.sink_id, head.instance_id, head.sequence, most],
  });
  return rows;
}

/** Forgets what the sink has got. */
export async function settle(
  owner: Pick<Pool, 'query'>,
  head: Head,
  delivered: readonly string[],
): Promise<void> {
  await owner.query('DELETE FROM event_deliveries WHERE tenant_id = $1 AND id = ANY ($2::bigint[])', [
    head.tenant_id,
    delivered,
  ]);
}

/**
 * A try failed: the event is tried again later, with those behind it waiting, or it is given up.
 * @returns whether it was given up
 */
export async function postpone(
  owner: Pick<Pool, 'query'>,
  head: Head,
  row: OutgoingRow,
  failure: { readonly message: string; readonly retryAfterSeconds?: number | undefined },
): Promise<boolean> {
  const attempts = row.attempts + 1;
  const dead = attempts >= mostAttempts;
  const pause = Math.min(longestPause, firstPause * 2 ** row.attempts);
  const seconds = Math.min(86_400, Math.max(pause, failure.retryAfterSeconds ?? 0));
  await owner.query(
    `UPDATE event_deliveries SET attempts = $3, error = $4, dead_at = CASE WHEN $5 THEN now() END
     WHERE tenant_id = $1 AND id = $2`,
    [head.tenant_id, row.id, attempts, failure.message.slice(0, 1_000), dead],
  );
  await owner.query(
    `UPDATE event_deliveries SET next_attempt_at = now() + make_interval(secs => $5)
     WHERE tenant_id = $1 AND sink_id = $2 AND instance_id = $3 AND sequence >= $4 AND dead_at IS NULL`,
    [head.tenant_id, head.sink_id, head.instance_id, row.sequence, dead ? 0 : seconds],
  );
  return dead;
}
