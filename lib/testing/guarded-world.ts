import type { Definition } from '@/lib/engine/definition/schema';
import { aDefinition, automated, callApi, end, go, start, userTask } from './builders/definition-builder';
import { type TestDatabase, createTestDatabase } from './database';
import { type Published, makeTenant, publish } from './tenant';

/** A database with one tenant and one published definition, for tests that attack it. */
export type GuardedWorld = TestDatabase & { readonly tenantId: string; readonly published: Published };

/** START → `in_review` ⇄ `on_hold`; `in_review` → `paying` → `approved`; `in_review` → `rejected`. */
export const guardedDefinition: Definition = aDefinition({
  steps: [
    start(),
    userTask('in_review'),
    userTask('on_hold'),
    automated('paying', [callApi('pay', 'https://bank.example/payments')]),
    end('approved'),
    end('rejected'),
  ],
  transitions: [
    go('start', 'in_review'),
    go('in_review', 'paying', { on: { outcome: 'approve' } }),
    go('in_review', 'rejected', { on: { outcome: 'reject' } }),
    go('in_review', 'on_hold', { on: { outcome: 'hold' } }),
    go('on_hold', 'in_review', { on: { outcome: 'approve' } }),
    go('paying', 'approved'),
  ],
});

/** Call it in `beforeAll`, and `drop` in `afterAll`. */
export async function guardedWorld(): Promise<GuardedWorld> {
  const database = await createTestDatabase();
  const tenantId = await makeTenant(database.owner);
  const published = await publish(database.owner, tenantId, guardedDefinition);
  return { ...database, tenantId, published };
}
