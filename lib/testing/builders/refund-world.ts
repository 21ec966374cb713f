import type { Pool } from 'pg';
import { publishDefinition, saveDraft } from '@/lib/definitions/commands';
import type { Definition } from '@/lib/engine/definition/schema';
import { startInstance } from '@/lib/instances/start';
import type { StartInstance, StartedInstance } from '@/lib/instances/schema';
import type { Actor } from '@/lib/people/actor';
import { putPerson, putRole } from '@/lib/people/commands';
import type { Permission } from '@/lib/people/permissions';
import { actorOf, readPerson } from '@/lib/people/read-person';
import type { Result } from '@/lib/people/refusal';
import { putRule } from '@/lib/rules/commands';
import { administrator } from './administrator';
import { newId } from '@/lib/runtime/uuid';

/**
 * A tenant with people and a published refund process, made through the use cases: `carol` asks, `ann` and `bob` approve,
 * `sam` is support, `dora` designs, `admin` is everything. A refund over the limit `refund_authority` of a role is not theirs.
 */
export type World = {
  readonly tenantId: string;
  readonly admin: Actor;
  /** The person as they are now: read their roles anew after changing them. */
  person(name: Name): Promise<Actor>;
  start(order?: Partial<StartInstance>, by?: Name): Promise<StartedInstance>;
};

const people = {
  carol: ['employee'],
  ann: ['employee', 'approver'],
  bob: ['employee', 'approver', 'senior'],
  sam: ['support'],
  dora: ['designer'],
  eve: [],
} as const satisfies Record<string, readonly string[]>;
type Name = keyof typeof people;

const roles: Record<string, readonly Permission[]> = {
  employee: ['instances.start'],
  approver: [],
  senior: [],
  support: ['instances.read_all', 'instances.repair', 'definitions.read'],
  designer: ['definitions.read', 'definitions.edit', 'definitions.publish'],
};

/** The refund process: an approval, then an END for each outcome. */
export const refund: Definition = {
  key: 'refund',
  name: 'Refund',
  subject: { type: 'order' },
  input: {
    type: 'object',
    properties: {
      amount: { type: 'number', minimum: 0 },
      customer: { type: 'string', minLength: 1, maxLength: 100 },
      mail: { type: 'string', format: 'email' },
    },
    required: ['amount'],
    additionalProperties: false,
  },
  facts: [{ label: 'Amount', value: 'input.amount', format: 'money', currency: 'EUR' }],
  startableBy: ['employee'],
  maxAge: 'P90D',
  steps: [
    { key: 'start', type: 'START' },
    {
      key: 'in_review',
      type: 'USER_TASK',
      name: 'Review',
      title: 'Approve {{ context.amount }}',
      outcomes: [
        { key: 'approve', name: 'Approve', kind: 'positive' },
        { key: 'reject', name: 'Reject', kind: 'negative', reason: 'required' },
      ],
      who: { roles: ['approver'], limit: { rule: 'refund_authority', amount: 'context.amount' } },
      form: {
        schema: {
          type: 'object',
          properties: { comment: { type: 'string', maxLength: 20 } },
          additionalProperties: false,
        },
      },
    },
    { key: 'approved', type: 'END', outcome: 'approved' },
    { key: 'rejected', type: 'END', outcome: 'rejected' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'in_review' },
    { key: 'approve', from: 'in_review', to: 'approved', on: { outcome: 'approve' } },
    { key: 'reject', from: 'in_review', to: 'rejected', on: { outcome: 'reject' } },
  ],
};

/** Makes a world of its own tenant; several may stand in one database. */
export async function refundWorld(owner: Pool, definition: Definition = refund): Promise<World> {
  const tenantId = newId();
  await owner.query('INSERT INTO tenants (id, name) VALUES ($1, $2)', [tenantId, 'Test']);
  const admin = administrator(tenantId);
  for (const [key, granted] of Object.entries(roles)) {
    take(await putRole(admin, key, { name: key, permissions: [...granted] }));
  }
  for (const [name, held] of Object.entries(people)) {
    take(await putPerson(admin, addressOf(name), { name: capital(name), roles: [...held] }));
  }
  take(
    await putRule(admin, {
      key: 'refund_authority',
      value: { approver: 1000, senior: 10_000 },
      effectiveFrom: '2020-01-01T00:00:00Z',
    }),
  );
  await publish(admin, definition);
  return worldOf(owner, tenantId, definition);
}

/** The world that was made in this tenant. */
export async function worldOf(
  owner: Pool,
  tenantId: string,
  definition: Definition = refund,
): Promise<World> {
  const ids = await owner.query<{ email: string; id: string }>(
    'SELECT email, id FROM people WHERE tenant_id = $1',
    [tenantId],
  );
  const idOf = new Map(ids.rows.map(({ email, id }) => [email, id]));
  const person = async (name: Name): Promise<Actor> => {
    const now = await readPerson(tenantId, idOf.get(addressOf(name))!);
    return actorOf(tenantId, now!, { via: 'screen' });
  };
  let started = 0;
  return {
    tenantId,
    admin: administrator(tenantId),
    person,
    start: async (order = {}, by = 'carol') =>
      take(
        await startInstance(await person(by), {
          definition: definition.key,
          subject: { id: `order-${++started}` },
          input: { amount: 500 },
          ...order,
        }),
      ),
  };
}

/** Saves and publishes a definition as a new one. */
export async function publish(actor: Actor, definition: Definition): Promise<void> {
  take(await saveDraft(actor, definition.key, { definition }, null));
  take(await publishDefinition(actor, definition.key));
}

/** The address of a person of the world. */
export function addressOf(name: string): string {
  return `${name}@example.test`;
}

/** The value of a result that must be one. */
export function take<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.refusal.code}: ${result.refusal.message} ${JSON.stringify(result.refusal.data)}`);
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
