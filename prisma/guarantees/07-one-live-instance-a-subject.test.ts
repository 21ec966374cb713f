import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import { statusEvent } from '@/lib/testing/builders/planned-event';
import { type GuardedWorld, guardedDefinition, guardedWorld } from '@/lib/testing/guarded-world';
import { HandMadeInstance } from '@/lib/testing/hand-made';
import { type Published, makeTenant, publish } from '@/lib/testing/tenant';

let world: GuardedWorld;
/** The definition that asks for one live instance a subject. */
let single: Published;

const singleDefinition: Definition = {
  ...guardedDefinition,
  key: 'single',
  subject: { type: 'order', unique: true },
};

beforeAll(async () => {
  world = await guardedWorld();
  single = await publish(world.owner, world.tenantId, singleDefinition);
});
afterAll(() => world.drop());

/** The instance that was made; null when it was refused as a duplicate. */
async function make(
  subjectId: string,
  published = single,
  { tenantId = world.tenantId, ...parts }: { tenantId?: string; startKey?: string; startHash?: string } = {},
): Promise<HandMadeInstance | null> {
  const { instance, result } = await HandMadeInstance.tryToCreate(world.app, tenantId, published, {
    subjectId,
    ...parts,
  });
  if (!result.ok) {
    expect(result.refusal).toMatchObject({
      code: 'duplicate',
      data: { by: parts.startKey ? 'key' : 'subject' },
    });
  }
  return result.ok ? instance : null;
}

const times = (count: number, work: () => Promise<HandMadeInstance | null>) =>
  Promise.all(Array.from({ length: count }, work)).then((made) => made.filter(Boolean).length);

describe('where the definition asks for it', () => {
  test('of twenty starts about one subject at the same moment one succeeds', async () => {
    expect(await times(20, () => make('order-1'))).toBe(1);
  });

  test.each(['cancelled', 'completed', 'reversed', 'failed'] as const)(
    'a second one may start when the first is %s, and not before',
    async (status) => {
      const subject = `order-of-${status}`;
      const first = (await make(subject))!;
      const early = await make(subject);
      await first.mustMove([
        statusEvent('created', 'validated'),
        statusEvent('validated', 'scheduled'),
        statusEvent('scheduled', 'running'),
      ]);
      const whileRunning = await make(subject);
      await first.mustMove(
        status === 'reversed'
          ? [statusEvent('running', 'compensating'), statusEvent('compensating', 'reversed')]
          : [statusEvent('running', status)],
      );
      const late = await make(subject);

      expect(early).toBeNull();
      expect(whileRunning).toBeNull();
      expect(late).not.toBeNull();
    },
  );

  test('undoing a failed one is refused while another is live', async () => {
    const failed = (await make('order-undone'))!;
    await failed.mustMove([statusEvent('created', 'failed')]);
    const live = (await make('order-undone'))!;

    expect(await failed.move([statusEvent('failed', 'compensating')])).toMatchObject({
      refusal: { code: 'duplicate', data: { by: 'subject' } },
    });
    await live.mustMove([statusEvent('created', 'cancelled')]);
    expect(await failed.move([statusEvent('failed', 'compensating')])).toMatchObject({ ok: true });
  });

  test('another version of the definition is no way around it', async () => {
    await make('order-2');
    const next = await publish(world.owner, world.tenantId, { ...singleDefinition, name: 'Another name' });

    expect(await make('order-2', next)).toBeNull();
  });

  test('another definition and another tenant are others', async () => {
    const otherTenant = await makeTenant(world.owner, 'Other Ltd');
    const claim = await publish(world.owner, world.tenantId, { ...singleDefinition, key: 'claim' });
    const elsewhere = await publish(world.owner, otherTenant, singleDefinition);

    expect(await make('order-3')).not.toBeNull();
    expect(await make('order-3', claim)).not.toBeNull();
    expect(await make('order-3', elsewhere, { tenantId: otherTenant })).not.toBeNull();
  });
});

test('where it does not, any number may be live', async () => {
  expect(await times(5, () => make('order-4', world.published))).toBe(5);
});

test('a form that is sent twenty times with one key starts one instance', async () => {
  let form = 0;
  const send = () => make(`form-${(form += 1)}`, world.published, { startKey: 'form', startHash: 'same' });

  expect(await times(20, send)).toBe(1);
});
