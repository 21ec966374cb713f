import type { Pool } from 'pg';
import { readTenant, tenantQuery } from '@/lib/database/tenant-statement';
import type { Way } from './search-sql';
import { type TermTest, termRange } from './term-sql';

/** As many instances are looked for one by one before anything else is asked of them. */
const few = 1_000;

/**
 * The same ways, where it is known which tests few instances meet. The planner takes a hundredth of all terms for the least that
 * a beginning can mean, of whichever field: it would follow the order of the list, and read all of it for what hardly any have.
 * What is looked at for this is the beginning of a part of an index, however many are there.
 */
export async function withFew(pool: Pool, tenantId: string, ways: readonly Way[]): Promise<readonly Way[]> {
  const tests = [...new Set(ways.flat().filter((test): test is TermTest => test.kind === 'term'))];
  if (tests.length === 0) return ways;
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value) + 1}`;
  const counts = tests.map(
    (test) =>
      `(SELECT count(*) <= ${few} FROM (SELECT FROM ${termRange(test, place)} LIMIT ${few} + 1) AS there)`,
  );
  const [row] = await readTenant<{ few: boolean[] }>(
    pool,
    tenantId,
    tenantQuery(`SELECT ARRAY[${counts.join(', ')}] AS few`),
    values,
  );
  const rare = new Set<Way[number]>(tests.filter((_, n) => row?.few[n]));
  return ways.map((way) => way.map((test) => (rare.has(test) ? { ...test, few: true } : test)));
}
