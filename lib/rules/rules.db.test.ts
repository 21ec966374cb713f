import { afterAll, beforeAll, expect, test } from 'vitest';
import { publish, refund, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { putRule } from './commands';
import { getRule } from './queries';

let database: TestDatabase;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
});
afterAll(() => database.drop());

test('a rule’s page has its values by time, and the definitions that name it in a limit or an expression', async () => {
  const facts = [{ label: 'Rate', value: 'rules.rate * 1.0' }];
  await publish(world.admin, { ...refund, key: 'rated', name: 'Rated', facts: [] });
  for (const [value, effectiveFrom] of [
    [1, '2020-01-01T00:00:00Z'],
    [2, '2030-01-01T00:00:00Z'],
  ] as const) {
    take(await putRule(world.admin, { key: 'rate', value, effectiveFrom }));
  }
  take(
    await putRule(world.admin, { key: 'rate_of_others', value: 3, effectiveFrom: '2020-01-01T00:00:00Z' }),
  );
  await publish(world.admin, { ...refund, key: 'costed', name: 'Costed', facts });

  expect(take(await getRule(world.admin, 'rate'))).toMatchObject({
    values: [
      { value: 1, effectiveTo: '2030-01-01T00:00:00.000Z' },
      { value: 2, effectiveTo: null },
    ],
    uses: [{ key: 'costed', name: 'Costed', activeVersion: 1, active: true, draft: true }],
  });
  expect(take(await getRule(world.admin, 'rate_of_others')).uses).toEqual([]);
  const limit = take(await getRule(world.admin, 'refund_authority'));
  expect(limit.uses.map(({ key }) => key)).toEqual(['costed', 'rated', 'refund']);
  expect(await getRule(world.admin, 'no_such_rule')).toMatchObject({ refusal: { code: 'not_found' } });
});
