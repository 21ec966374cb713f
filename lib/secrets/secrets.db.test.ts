import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { surroundingsOf } from '@/lib/definitions/surroundings';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import { lint } from '@/lib/engine/definition/lint';
import type { Actor } from '@/lib/people/actor';
import {
  openSecret,
  readSecrets,
  resealSecrets,
  sealSecret,
  secretsKeyId,
} from '@/lib/runtime/sealed-secrets';
import { administrator } from '@/lib/testing/builders/administrator';
import { aDefinition, automated, callApi, end, go, start } from '@/lib/testing/builders/definition-builder';
import { take } from '@/lib/testing/builders/refund-world';
import { CountingServer } from '@/lib/testing/counting-server';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { testSecret } from '@/lib/testing/secret';
import { deleteSecret, putSecret } from './commands';
import { getSecret, listSecrets } from './queries';

const value = 'sk_live_"Zebra/42';
let world: RuntimeWorld;
let partner: CountingServer;
let admin: Actor;

beforeAll(async () => {
  world = await RuntimeWorld.make();
  partner = await CountingServer.start();
  admin = administrator(world.tenantId);
  await world.worker({ allowedHosts: [partner.host] });
});
afterAll(async () => {
  await world.stopWorkers();
  await partner.stop();
  await world.expectVerified();
  await world.drop();
});

/** A process that calls the partner with a secret in its header, its address and its body. */
const calling = (key: string, name: string) =>
  aDefinition({
    key,
    steps: [
      start(),
      automated('calling', [
        callApi('call', partner.url('/'), {
          retry: { maxAttempts: 1 },
          settings: {
            method: 'POST',
            url: partner.url(`/?key={{ secrets.${name} }}`),
            headers: { authorization: `Bearer {{ secrets.${name} }}` },
            body: { token: `{{ secrets.${name} }}` },
          },
        } as Partial<Activity>),
      ]),
      end('done'),
    ],
    transitions: [go('start', 'calling'), go('calling', 'done')],
  });

/** Everything that the database knows, as text. */
async function everything(): Promise<string> {
  const tables = await world.database.owner.query<{ name: string }>(
    `SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const texts = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await world.database.owner.query<{ text: string | null }>(
        `SELECT string_agg(t::text, ' ') AS text FROM public.${name} AS t`,
      );
      return rows[0]?.text ?? '';
    }),
  );
  return texts.join(' ');
}

describe('a secret', () => {
  test('is sent by the attempt and is nowhere else: not in results, errors, history, audit or lists', async () => {
    take(await putSecret(admin, 'PARTNER_TOKEN', { value }));
    await world.publish(calling('sends', 'PARTNER_TOKEN'));

    // A partner that sends back what it was sent, once in a result and once in an error.
    partner.answer = ({ headers, body }) => ({
      body: JSON.stringify({ echo: headers['authorization'], sent: JSON.parse(body) as unknown }),
    });
    const good = await world.start('sends');
    await world.untilStatus(good, 'completed');
    partner.answer = ({ body }) => ({ status: 422, body });
    const bad = await world.start('sends');
    await world.untilStatus(bad, 'needs_attention');

    const [call] = partner.received;
    expect(call?.headers['authorization']).toBe(`Bearer ${value}`);
    expect(JSON.parse(call?.body ?? '')).toEqual({ token: value });
    const { activities } = await world.snapshot(good);
    expect(activities['main:calling:1:call']?.output).toMatchObject({ body: { echo: 'Bearer •••' } });
    const known = await everything();
    expect(known).toContain('•••');
    expect(known).not.toContain('Zebra');
    expect(JSON.stringify(take(await listSecrets(admin)))).not.toContain('Zebra');
  });

  test('is replaced for the next attempt, and stays as long as something that runs names it', async () => {
    take(await putSecret(admin, 'REPLACED', { value: 'first value' }));
    await world.publish(calling('replaces', 'REPLACED'));
    const row = take(await putSecret(admin, 'REPLACED', { value: 'second value' }));
    partner.forget();
    partner.answer = () => ({});
    await world.untilStatus(await world.start('replaces'), 'completed');

    expect(partner.received[0]?.headers['authorization']).toBe('Bearer second value');
    expect(row).toMatchObject({ readable: true, usedBy: [{ key: 'replaces', needed: true }] });
    expect(await deleteSecret(admin, 'REPLACED')).toMatchObject({ refusal: { code: 'not_allowed' } });
    take(await putSecret(admin, 'UNUSED', { value: 'whatever' }));
    take(await deleteSecret(admin, 'UNUSED'));
    expect(await getSecret(admin, 'UNUSED')).toMatchObject({ refusal: { code: 'not_found' } });
  });

  test('that there is not ends the attempt with words, and publishing says so before', async () => {
    await world.publish(calling('lacks', 'MISSING'));
    const id = await world.start('lacks');
    await world.untilStatus(id, 'needs_attention');

    const error = (await world.snapshot(id)).activities['main:calling:1:call']?.error;
    expect(error).toMatchObject({ code: 'evaluation' });
    expect(error?.message).toMatch(/MISSING/);
    const around = await surroundingsOf(world.tenantId);
    const codes = (name: string) => lint(calling('draft', name), around).map(({ code }) => code);
    expect(codes('MISSING')).toContain('unknown_secret');
    expect(codes('PARTNER_TOKEN')).not.toContain('unknown_secret');
  });

  test('is sealed anew when the secret of the product is replaced, and what neither opens is left and marked', async () => {
    const [former, present] = ['the secret of before, long enough for it', testSecret];
    const { tenantId } = world;
    for (const [name, by] of [
      ['KEPT', former],
      ['LOST', 'a secret that nobody knows any more'],
    ] as const) {
      take(await putSecret(admin, name, { value: 'to be kept' }));
      await world.database.owner.query(
        'UPDATE secrets SET sealed = $3, key_id = $4 WHERE tenant_id = $1 AND name = $2',
        [tenantId, name, sealSecret(by, { tenantId, name }, 'to be kept'), secretsKeyId(by)],
      );
    }
    expect(take(await getSecret(admin, 'KEPT')).readable).toBe(false);

    expect(await resealSecrets(world.database.owner, former, present)).toEqual({ changed: 1, left: 1 });

    expect(take(await getSecret(admin, 'KEPT')).readable).toBe(true);
    expect(take(await getSecret(admin, 'LOST')).readable).toBe(false);
    expect(await readSecrets(world.database.app, present, tenantId, ['KEPT', 'LOST'])).toEqual({
      KEPT: 'to be kept',
    });
    expect(await resealSecrets(world.database.owner, former, present)).toEqual({ changed: 0, left: 1 });
  });

  test('is named in capitals, has a value, and is kept by who manages integrations; another tenant has its own', async () => {
    const value = 'long enough';
    for (const [name, input] of [
      ['lower', { value }],
      ['1ST', { value }],
      ['SHORT', { value: 'x' }],
    ] as const) {
      expect(await putSecret(admin, name, input)).toMatchObject({ refusal: { code: 'invalid' } });
    }
    const nobody = { ...admin, permissions: [] };
    for (const result of [
      await listSecrets(nobody),
      await getSecret(nobody, 'PARTNER_TOKEN'),
      await putSecret(nobody, 'PARTNER_TOKEN', { value }),
      await deleteSecret(nobody, 'PARTNER_TOKEN'),
    ]) {
      expect(result).toMatchObject({ refusal: { code: 'forbidden' } });
    }
    const other = administrator('01990000-0000-7000-8000-000000000001');
    expect(take(await listSecrets(other))).toEqual([]);
  });
});

test('a sealed value opens in its place with its key alone', () => {
  const place = { tenantId: 'a', name: 'NAME' };
  const sealed = sealSecret(testSecret, place, value);

  expect(openSecret(testSecret, place, sealed)).toBe(value);
  expect(sealSecret(testSecret, place, value).equals(sealed)).toBe(false);
  const touched = Buffer.from(sealed);
  touched[touched.length - 1]! ^= 1;
  for (const open of [
    () => openSecret(`${testSecret}!`, place, sealed),
    () => openSecret(testSecret, { ...place, tenantId: 'b' }, sealed),
    () => openSecret(testSecret, { ...place, name: 'OTHER' }, sealed),
    () => openSecret(testSecret, place, touched),
  ]) {
    expect(open).toThrow();
  }
});
