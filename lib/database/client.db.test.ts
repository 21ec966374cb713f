import { afterAll, beforeAll, expect, test } from 'vitest';
import { forTenant, inTenant } from '@/lib/database/client';
import { readRefusal } from '@/lib/database/errors';
import { createPool } from '@/lib/database/pool';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';

const acme = '01900000-0000-7000-8000-000000000001';
const globex = '01900000-0000-7000-8000-000000000002';
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.owner.query(`
    create table notes (tenant_id uuid not null, body text not null);
    insert into notes values ('${acme}', 'of acme'), ('${globex}', 'of globex');
    alter table notes enable row level security;
    create policy own on notes using (tenant_id = nullif(current_setting('interlock.tenant_id', true), '')::uuid);
    grant select, insert on notes to interlock_app`);
});
afterAll(() => database.drop());

test("a tenant's client sees the rows of that tenant only", async () => {
  expect(await forTenant(acme).$queryRaw`select body from notes`).toEqual([{ body: 'of acme' }]);
  expect(await forTenant(globex).$queryRaw`select body from notes`).toEqual([{ body: 'of globex' }]);
});

test('operations of two tenants at once on the same pool do not mix', async () => {
  const seen = await Promise.all(
    Array.from({ length: 60 }, (_, n) => forTenant(n % 2 ? acme : globex).$queryRaw`select body from notes`),
  );

  seen.forEach((rows, n) => expect(rows).toEqual([{ body: n % 2 ? 'of acme' : 'of globex' }]));
});

test('no connection carries a tenant into the next use', async () => {
  await Promise.all(Array.from({ length: 10 }, () => forTenant(acme).$queryRaw`select 1`));

  const rows = await Promise.all(
    Array.from({ length: 10 }, () => database.app.query('select body from notes')),
  );

  for (const { rowCount } of rows) expect(rowCount).toBe(0);
});

test("a tenant cannot write another tenant's row", async () => {
  const forged = forTenant(acme).$executeRaw`insert into notes values (${globex}::uuid, 'forged')`;

  await expect(forged).rejects.toThrow(/row-level security/);
});

test('several reads stand in one transaction, which is rolled back when the work fails', async () => {
  const [first, second] = await inTenant(acme, async (tx) => [
    await tx.$queryRaw<[{ id: string }]>`select pg_current_xact_id()::text as id`,
    await tx.$queryRaw<[{ id: string }]>`select pg_current_xact_id()::text as id`,
  ]);
  const failing = inTenant(acme, async (tx) => {
    await tx.$executeRaw`insert into notes values (${acme}::uuid, 'never kept')`;
    throw new Error('second thoughts');
  });

  expect(first).toEqual(second);
  await expect(failing).rejects.toThrow('second thoughts');
  expect(await forTenant(acme).$queryRaw`select count(*)::int as n from notes`).toEqual([{ n: 1 }]);
});

test('a refusal of the database keeps its code and data on the way through Prisma and pg', async () => {
  await database.owner.query(`create function refuse() returns void language plpgsql as $$
    begin raise exception 'moved on' using errcode = 'IL001', detail = '{"version": 7}'; end $$`);
  const expected = { code: 'stale', message: 'moved on', detail: { version: 7 } };

  const refused = [
    () => database.app.query('select refuse()'),
    () => forTenant(acme).$queryRaw`select refuse()::text`,
    () => inTenant(acme, (tx) => tx.$queryRaw`select refuse()::text`),
  ];

  for (const act of refused) {
    const error: unknown = await act().then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(readRefusal(error)).toEqual(expected);
  }
});

test('a statement that the database refuses costs no connection, one that fails otherwise does', async () => {
  const pool = createPool(database.appUrl, { max: 1 });
  const connection = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0] as unknown;
  const before = await connection();

  const refused = pool.query("do $$ begin raise exception 'it has moved' using errcode = 'IL001'; end $$");
  await expect(refused).rejects.toSatisfy((error) => readRefusal(error)?.code === 'stale');
  const afterRefusal = await connection();
  await expect(pool.query('begin; select 1 / 0')).rejects.toThrow('division by zero');
  const afterFailure = await connection();
  await pool.end();

  expect(afterRefusal).toEqual(before);
  expect(afterFailure).not.toEqual(before);
});
