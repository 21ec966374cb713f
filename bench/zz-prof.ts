import { startServer } from './server';
import { prepareMove, idStart } from './instances';
import { createPool } from '@/lib/database/pool';
import { planWrites } from '@/lib/runtime/plan-writes';
import pg from 'pg';
import { readFileSync } from 'node:fs';
const server = await startServer();
const owner = createPool(server.ownerUrl, { max: 2 });
const { move, makeInstances } = await prepareMove(owner);
const K = Number(process.env.K ?? 400);
const variants: [string, string][] = [['base', ''], ...process.argv.slice(2).map((f): [string, string] => [f, readFileSync(f, 'utf8')])];
let next = 100000000000;
const plan = JSON.stringify({ ...planWrites(move.before, move.plan), ...move.mover });
const cpu = (pid: number) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
for (let round = 0; round < Number(process.env.R ?? 2); round++) for (const [name, sql] of variants) {
  if (sql) await owner.query(sql);
  await makeInstances(next, K*2);
  await owner.query('ANALYZE');
  const c = new pg.Client({ connectionString: server.ownerUrl }); await c.connect();
  const pid = (await c.query('select pg_backend_pid() p')).rows[0].p;
  const q = (a: number, b: number) => c.query(`SELECT count(public.transition($1, ($2||n)::uuid, $3, $4)) FROM generate_series($5::bigint,$6::bigint) n`, [move.tenantId, idStart, move.before.sequence, plan, a, b]);
  await q(next, next+19);
  const before = cpu(pid);
  for (let i = 20; i < K*2; i += 20) await q(next + i, next + i + 19);
  console.log(name, 'CPU ms/move', ((cpu(pid) - before) / (K*2-20)).toFixed(3));
  await c.end();
  next += K*2;
}
await owner.end(); await server.stop();
