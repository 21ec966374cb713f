import { performance } from 'node:perf_hooks';
import type { Pool } from 'pg';
import { createKey } from '@/lib/people/api-keys';
import { newId } from '@/lib/runtime/uuid';
import { ApiServer } from './api-server';
import { refundWorld, take } from './builders/refund-world';

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

export type RaceResult = {
  /** Answers 200. */
  readonly decided: number;
  /** Refusals, by the code of their problem documents. */
  readonly refused: Readonly<Record<string, number>>;
  /** Words of refusals that do not say that it is decided already, or that somebody was faster; and of failures. */
  readonly others: readonly string[];
  /** Milliseconds that each decision which counted took, the shortest first. */
  readonly waits: readonly number[];
  /** Tasks by how many decisions their histories have. */
  readonly decisionsOfTasks: Readonly<Record<number, number>>;
};

/**
 * Approvers decide tasks over HTTP on the loopback, several of them each task at the same moment.
 * @param decide the route handler of POST /tasks/{id}/decide
 * @param size how many approvers and tasks, how many race for each task, and how many requests are under way at once
 */
export async function raceApprovers(
  owner: Pool,
  decide: Handler,
  size: { approvers: number; tasks: number; rivals: number; atOnce: number },
): Promise<RaceResult> {
  const world = await refundWorld(owner);
  const emails = Array.from({ length: size.approvers }, (_, index) => `racer-${index}@example.test`);
  const ids = emails.map(() => newId());
  await owner.query(
    'INSERT INTO people (tenant_id, id, email, name) SELECT $1, id, email, email FROM unnest($2::uuid[], $3::text[]) AS p (id, email)',
    [world.tenantId, ids, emails],
  );
  await owner.query(
    `INSERT INTO person_roles (tenant_id, person_id, role_key) SELECT $1, id, 'approver' FROM unnest($2::uuid[]) AS id`,
    [world.tenantId, ids],
  );
  const { key } = take(await createKey(world.admin, { name: 'race', permissions: ['act_as_others'] }));
  const tasks: string[] = [];
  await inLanes(8, size.tasks, async () => {
    tasks.push((await world.start()).openTasks[0]!.id);
  });

  const server = await ApiServer.start((path) => ({
    handler: decide,
    params: { id: path.split('/')[2] ?? '' },
  }));
  const waits: number[] = [];
  const refused: Record<string, number> = {};
  const others: string[] = [];
  try {
    await inLanes(size.atOnce, size.tasks * size.rivals, async (turn) => {
      // Rivals for a task come one after the other, so that they are under way together.
      const task = tasks[Math.floor(turn / size.rivals)]!;
      const email = emails[(turn * 7919) % emails.length]!;
      const began = performance.now();
      const response = await fetch(`${server.url}/tasks/${task}/decide`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'interlock-act-as': email,
        },
        body: JSON.stringify({ outcome: 'approve' }),
      });
      const wait = performance.now() - began;
      if (response.ok) {
        await response.arrayBuffer();
        return void waits.push(wait);
      }
      const { code, detail } = (await response.json()) as { code: string; detail: string };
      refused[code] = (refused[code] ?? 0) + 1;
      if (!/already|decided/i.test(detail)) others.push(`${response.status} ${code}: ${detail}`);
    });
  } finally {
    await server.stop();
  }
  const { rows } = await owner.query<{ decisions: number; tasks: number }>(
    `SELECT d.decisions, count(*)::int AS tasks FROM (
       SELECT count(e.*)::int AS decisions FROM tasks t LEFT JOIN events e ON e.tenant_id = t.tenant_id
         AND e.instance_id = t.instance_id AND e.key = t.key AND e.type = 'USER_TASK_DECIDED'
       WHERE t.tenant_id = $1 GROUP BY t.id) AS d GROUP BY d.decisions`,
    [world.tenantId],
  );
  return {
    decided: waits.length,
    refused,
    others,
    waits: waits.sort((left, right) => left - right),
    decisionsOfTasks: Object.fromEntries(rows.map((row) => [row.decisions, row.tasks])),
  };
}

/** Does something so many times, some of them at once. */
async function inLanes(lanes: number, times: number, work: (turn: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, times) }, lane));
}
