import { readFileSync, mkdtempSync, chmodSync, rmSync } from 'node:fs';
import pg from 'pg';
import { startEmbedded } from '@/lib/database/embedded';
import { withDatabase } from '@/lib/database/connection-string';
import { migrate } from '@/lib/database/migrate';
import { prepareMove, idStart } from './instances';
import { createPool } from '@/lib/database/pool';
import { planWrites } from '@/lib/runtime/plan-writes';
const dataFolder = mkdtempSync('/tmp/gb-prof-'); chmodSync(dataFolder, 0o711);
const db = await startEmbedded({ dataFolder, durable: false });
const K = Number(process.env.K ?? 600);
const cpu = (pid: number) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
const vs: { name: string; run: (i: number) => Promise<number>; l: number[]; end: () => Promise<void> }[] = [];
for (const f of ['base', ...process.argv.slice(2)]) {
  const name = f.replace(/.*\//, '').replace(/\W/g, '_');
  const a = new pg.Client({ connectionString: db.url }); await a.connect(); await a.query(`create database v_${name}`); await a.end();
  const url = withDatabase(db.url, `v_${name}`);
  await migrate({ ownerUrl: url, secret: 'a'.repeat(64) });
  const owner = createPool(url, { max: 1 });
  if (f !== 'base') await owner.query(readFileSync(f, 'utf8'));
  const { move, makeInstances } = await prepareMove(owner);
  const plan = process.env.PLAN ? readFileSync(process.env.PLAN,'utf8') : JSON.stringify({ ...planWrites(move.before, move.plan), ...move.mover });
  await makeInstances(100000000000, K + 200); await owner.query('VACUUM ANALYZE'); await owner.end();
  const c = new pg.Client({ connectionString: url }); await c.connect();
  const pid = (await c.query('select pg_backend_pid() p')).rows[0].p;
  let next = 100000000000;
  vs.push({ name, l: [], end: () => c.end(), run: async (n) => { const b = cpu(pid); await c.query(`SELECT count(public.transition($1, ($2||n)::uuid, $3, $4)) FROM generate_series($5::bigint,$6::bigint) n`, [move.tenantId, idStart, move.before.sequence, plan, next, next + n - 1]); next += n; return (cpu(pid) - b) / n; } });
}
for (const v of vs) await v.run(100);
for (let i = 0; i < K; i += 5) for (const v of vs) v.l.push(await v.run(5));
for (const { name, l, end } of vs) { l.sort((a,b)=>a-b); const f=(p:number)=>l[Math.floor(l.length*p)]!.toFixed(3); console.log(name.padEnd(20), 'min', f(0.01), 'p10', f(0.1), 'p25', f(.25), 'p50', f(0.5)); await end(); }
await db.stop(); rmSync(dataFolder, { recursive: true });
