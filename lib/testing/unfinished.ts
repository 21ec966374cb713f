import type { Pool } from 'pg';

/** The instances in none of these statuses, with all that could still move them: what a failing run has to tell. */
export async function unfinished(owner: Pool, ends: readonly string[]): Promise<unknown[]> {
  const { rows } = await owner.query(
    `SELECT i.id, i.definition_key, i.status, i.state, i.waiting_for, now() AS at,
       (SELECT jsonb_agg(to_jsonb(x) - 'output') FROM activity_executions x WHERE x.instance_id = i.id) AS activities,
       (SELECT jsonb_agg(to_jsonb(q)) FROM resource_requests q WHERE q.instance_id = i.id) AS requests,
       (SELECT jsonb_agg(to_jsonb(t)) FROM timers t WHERE t.instance_id = i.id AND t.closed_at IS NULL) AS timers,
       (SELECT jsonb_agg(to_jsonb(b)) FROM branches b WHERE b.instance_id = i.id) AS branches,
       (SELECT jsonb_agg(to_jsonb(s)) FROM signals s WHERE s.instance_id = i.id) AS signals,
       (SELECT jsonb_agg(to_jsonb(o)) FROM outbox o WHERE o.instance_id = i.id) AS outbox,
       (SELECT jsonb_agg(to_jsonb(j)) FROM graphile_worker._private_jobs j
        WHERE j.payload ->> 'instanceId' = i.id::text) AS jobs,
       (SELECT jsonb_agg(jsonb_build_object('n', e.sequence, 'type', e.type, 'key', e.key, 'at', e.occurred_at)
          ORDER BY e.sequence DESC)
        FROM events e WHERE e.instance_id = i.id) AS events
     FROM instances i WHERE i.status <> ALL ($1)`,
    [ends],
  );
  return rows;
}
