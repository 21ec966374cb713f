import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { authenticate, createKey, ensureAdministratorKey, revokeKey } from './api-keys';
import { putPerson, putRole, revokeSessions } from './commands';
import { getPerson, listKeys, listPeople, listRoles } from './queries';
import { actorOfSession, verifySignIn } from './sign-in';

let database: TestDatabase;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
});
afterAll(() => database.drop());

const password = 'correct horse';
let made = 0;
async function newPerson(roles: string[] = []) {
  const email = `person-${++made}@example.test`;
  take(await putPerson(world.admin, email, { name: 'Pat', password, roles }));
  return email;
}

async function claimsOf(email: string) {
  const result = await verifySignIn(email, password);
  if (!result.ok) throw new Error(result.reason);
  const { id, tenantId, sessionVersion } = result.person;
  return { personId: id, tenantId, sessionVersion };
}

describe('signing in', () => {
  test('gives a session whose bearer has the rights held now', async () => {
    const email = await newPerson(['approver', 'support']);
    const claims = await claimsOf(`  ${email.toUpperCase()} `);

    const actor = await actorOfSession(claims);

    expect(actor).toMatchObject({
      email,
      tenantName: 'Test',
      roles: ['approver', 'support'],
      permissions: expect.arrayContaining(['instances.repair']),
      via: 'screen',
    });
    take(await putPerson(world.admin, email, { name: 'Pat', roles: [] }));
    expect(await actorOfSession(claims)).toMatchObject({ roles: [], permissions: [] });
  });

  test.each([
    ['a wrong password', undefined, 'wrong'],
    ['an unknown address', 'nobody@example.test', password],
    ['a NUL character', 'a\u0000@example.test', password],
    ['an address that is too long', `${'x'.repeat(300)}@example.test`, password],
    ['a password that is too long', undefined, 'x'.repeat(1_000_000)],
    ['nothing', '', ''],
  ])('is refused with %s, without saying what was wrong', async (_, email, typed) => {
    expect(await verifySignIn(email ?? (await newPerson()), typed)).toEqual({ ok: false, reason: 'invalid' });
  });

  test('is not looked at after five failures, not even the right password, from any number at once', async () => {
    const email = await newPerson();

    const results = await Promise.all(Array.from({ length: 12 }, () => verifySignIn(email, 'wrong')));

    const looked = results.filter((result) => !result.ok && result.reason === 'invalid');
    expect(looked.length).toBeLessThanOrEqual(5);
    for (let count = looked.length; count < 5; count += 1) await verifySignIn(email, 'wrong');
    expect(await verifySignIn(email, password)).toMatchObject({
      ok: false,
      reason: 'rate_limited',
      retryAfterSeconds: expect.any(Number),
    });
  });

  test('counts for addresses that nobody has, too', async () => {
    const email = 'ghost@example.test';
    for (let count = 0; count < 5; count += 1) await verifySignIn(email, 'wrong');

    expect(await verifySignIn(email, 'wrong')).toMatchObject({ reason: 'rate_limited' });
  });

  test('is looked at again when the failures are old, and a success forgets them', async () => {
    const email = await newPerson();
    for (let count = 0; count < 5; count += 1) await verifySignIn(email, 'wrong');
    await database.owner.query(
      "UPDATE sign_in_failures SET attempted_at = attempted_at - interval '15 minutes' WHERE email = $1",
      [email],
    );

    expect((await verifySignIn(email, password)).ok).toBe(true);

    const { rows } = await database.owner.query('SELECT 1 FROM sign_in_failures WHERE email = $1', [email]);
    expect(rows).toEqual([]);
  });

  test('finds the person in the tenant whose password it is', async () => {
    const other = await refundWorld(database.owner);
    const email = await newPerson();
    take(await putPerson(other.admin, email, { name: 'Pat elsewhere', password: 'another password' }));

    const result = await verifySignIn(email, 'another password');

    expect(result).toMatchObject({ ok: true, person: { tenantId: other.tenantId } });
  });
});

describe('a session ends', () => {
  test.each([
    ['when sessions are revoked', (email: string) => revokeSessions(world.admin, email)],
    [
      'with a new password',
      (email: string) => putPerson(world.admin, email, { name: 'Pat', password: 'a new one' }),
    ],
    [
      'when the person is deactivated',
      (email: string) => putPerson(world.admin, email, { name: 'Pat', active: false }),
    ],
  ])('%s', async (_, end) => {
    const email = await newPerson();
    const claims = await claimsOf(email);

    take<unknown>(await end(email));

    expect(await actorOfSession(claims)).toBeNull();
  });

  test('and a claim that was made up begins none', async () => {
    const claims = await claimsOf(await newPerson());
    const other = await refundWorld(database.owner);

    expect(await actorOfSession({ ...claims, tenantId: other.tenantId })).toBeNull();
    expect(await actorOfSession({ ...claims, personId: 'x' })).toBeNull();
    expect(await actorOfSession({ ...claims, sessionVersion: 2 })).toBeNull();
  });
});

describe('people', () => {
  test('are made once by many at once, and keep what is not said', async () => {
    const email = 'many@example.test';
    const put = () =>
      putPerson(world.admin, email, { name: 'Many', roles: ['approver'], timeZone: 'Europe/Vienna' });

    const ids = new Set((await Promise.all(Array.from({ length: 8 }, put))).map((one) => take(one).id));

    expect(ids.size).toBe(1);
    expect(take(await putPerson(world.admin, email, { name: 'Renamed' }))).toMatchObject({
      name: 'Renamed',
      roles: [{ key: 'approver' }],
      timeZone: 'Europe/Vienna',
      active: true,
    });
  });

  test('are deactivated and activated again', async () => {
    const email = await newPerson();
    take(await putPerson(world.admin, email, { name: 'Pat', active: false }));
    expect(take(await getPerson(world.admin, email)).active).toBe(false);
    expect((await verifySignIn(email, password)).ok).toBe(false);

    const again = take(await putPerson(world.admin, email, { name: 'Pat', active: true }));

    expect(again.active).toBe(true);
    expect((await verifySignIn(email, password)).ok).toBe(true);
  });

  test.each([
    ['a role that is not there', 'a@example.test', { name: 'A', roles: ['nothing'] }, '/roles/0'],
    ['no name', 'a@example.test', { name: '' }, '/name'],
    ['no address', 'nobody', { name: 'A' }, ''],
    ['an unknown zone', 'a@example.test', { name: 'A', timeZone: 'Mars/Base' }, '/timeZone'],
    ['a short password', 'a@example.test', { name: 'A', password: 'x' }, '/password'],
    ['an unknown field', 'a@example.test', { name: 'A', admin: true }, '/admin'],
  ])('are refused with %s', async (_, email, person, path) => {
    const result = await putPerson(world.admin, email, person);

    expect(result).toMatchObject({ refusal: { code: 'invalid', data: { errors: [{ path }] } } });
  });

  test('are the administrator’s business only', async () => {
    const ann = await world.person('ann');

    for (const result of [
      await putPerson(ann, 'x@example.test', { name: 'X' }),
      await putRole(ann, 'x', { name: 'X' }),
      await createKey(ann, { name: 'x', permissions: [] }),
      await listPeople(ann),
      await listRoles(ann),
      await listKeys(ann),
      await getPerson(ann, 'bob@example.test'),
    ]) {
      expect(result).toMatchObject({ refusal: { code: 'forbidden', data: { permission: 'people.manage' } } });
    }
  });

  test('of another tenant are not there', async () => {
    const email = await newPerson();
    const other = await refundWorld(database.owner);

    expect(await getPerson(other.admin, email)).toMatchObject({ refusal: { code: 'not_found' } });
    expect(take(await listPeople(other.admin)).items.map((person) => person.email)).not.toContain(email);
  });

  test('come in pages that hold each once', async () => {
    const whole = take(await listPeople(world.admin, { limit: 200 })).items.map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = take(await listPeople(world.admin, { limit: 3, cursor }));
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next ?? undefined;
    } while (cursor);

    expect(seen).toEqual(whole);
  });

  test('leave an audit entry without the password', async () => {
    const email = await newPerson();
    const { id } = take(await getPerson(world.admin, email));

    const { rows } = await database.owner.query<{ data: object }>(
      "SELECT data FROM audit_entries WHERE subject = $1 AND action = 'person_put'",
      [`person:${id}`],
    );

    expect(rows[0]?.data).toMatchObject({ email, passwordChanged: true });
    expect(JSON.stringify(rows)).not.toContain(password);
  });
});

describe('an API key', () => {
  const bearer = (key: string) => `Bearer ${key}`;

  test('acts as itself with its own permissions', async () => {
    const { id, key } = take(
      await createKey(world.admin, { name: 'reader', permissions: ['instances.read_all'] }),
    );

    expect(take(await authenticate(bearer(key), null))).toMatchObject({
      tenantId: world.tenantId,
      personId: id,
      apiKeyId: id,
      permissions: ['instances.read_all'],
      roles: [],
      via: 'api',
    });
  });

  test('acts as a person with their rights, if it may', async () => {
    const acting = take(await createKey(world.admin, { name: 'acts', permissions: ['act_as_others'] }));
    const plain = take(await createKey(world.admin, { name: 'plain', permissions: [] }));

    expect(take(await authenticate(bearer(acting.key), ' Ann@Example.test '))).toMatchObject({
      name: 'Ann',
      roles: ['approver', 'employee'],
      permissions: ['instances.start'],
      apiKeyId: acting.id,
    });
    expect(await authenticate(bearer(plain.key), 'ann@example.test')).toMatchObject({
      refusal: { code: 'forbidden' },
    });
    expect(await authenticate(bearer(acting.key), 'nobody@example.test')).toMatchObject({
      refusal: { code: 'forbidden' },
    });
  });

  test('does not reach people of another tenant', async () => {
    const other = await refundWorld(database.owner);
    take(await putPerson(other.admin, 'only-there@example.test', { name: 'There' }));
    const { key } = take(await createKey(world.admin, { name: 'acts', permissions: ['act_as_others'] }));

    expect(await authenticate(bearer(key), 'only-there@example.test')).toMatchObject({
      refusal: { code: 'forbidden' },
    });
  });

  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer nothing',
    'Basic YTpi',
    `Bearer ${'x'.repeat(600)}`,
    'Bearer é',
  ])('is none: %j', async (header) => {
    expect(await authenticate(header, null)).toMatchObject({ refusal: { code: 'unauthenticated' } });
  });

  test('opens nothing after it was revoked, or after its end', async () => {
    const revoked = take(await createKey(world.admin, { name: 'revoked', permissions: [] }));
    const ended = take(
      await createKey(world.admin, { name: 'ended', permissions: [], expiresAt: '2020-01-01T00:00:00Z' }),
    );
    take(await revokeKey(world.admin, revoked.id));

    expect(await authenticate(bearer(revoked.key), null)).toMatchObject({
      refusal: { code: 'unauthenticated' },
    });
    expect(await authenticate(bearer(ended.key), null)).toMatchObject({
      refusal: { code: 'unauthenticated' },
    });
  });

  test('cannot be read again', async () => {
    const { id, key } = take(await createKey(world.admin, { name: 'secret', permissions: [] }));

    const listed = take(await listKeys(world.admin));

    expect(listed.map((row) => row.id)).toContain(id);
    expect(JSON.stringify(listed)).not.toContain(key);
  });
});

describe('the key of the installation', () => {
  test('is made once with its tenant, replaced by another, and stays revoked', async () => {
    const first = 'first-key-with-32-characters-xxxx';
    const second = 'second-key-with-32-characters-xxx';

    expect(await ensureAdministratorKey(first)).toBe('made');
    expect(await ensureAdministratorKey(first)).toBe('known');
    const administrator = take(await authenticate(`Bearer ${first}`, null));
    expect(administrator.permissions).toContain('people.manage');
    take(await putPerson(administrator, 'first@example.test', { name: 'First' }));

    expect(await ensureAdministratorKey(second)).toBe('made');
    expect(await authenticate(`Bearer ${first}`, null)).toMatchObject({
      refusal: { code: 'unauthenticated' },
    });
    const { personId } = take(await authenticate(`Bearer ${second}`, null));
    take(await revokeKey(administrator, personId));
    expect(await ensureAdministratorKey(second)).toBe('revoked');
  });
});

describe('the last active administrator', () => {
  const rule = { refusal: { code: 'not_allowed', data: { rule: 'last_administrator' } } };
  const change = (place: World, email: string, person: { roles?: string[]; active?: boolean }) =>
    putPerson(place.admin, email, { name: 'Boss', ...person });

  async function house(...emails: string[]): Promise<World> {
    const place = await refundWorld(database.owner);
    take(await putRole(place.admin, 'boss', { name: 'Boss', permissions: ['people.manage'] }));
    for (const email of emails) take(await change(place, email, { roles: ['boss'] }));
    return place;
  }

  test('cannot be deactivated, lose the role, or have it emptied; with another one they can', async () => {
    const place = await house('one@example.test');

    expect(await change(place, 'one@example.test', { active: false })).toMatchObject(rule);
    expect(await change(place, 'one@example.test', { roles: ['approver'] })).toMatchObject(rule);
    expect(await putRole(place.admin, 'boss', { name: 'Boss', permissions: [] })).toMatchObject(rule);
    const still = take(await getPerson(place.admin, 'one@example.test'));
    expect(still).toMatchObject({ active: true, roles: [{ key: 'boss' }] });

    take(await change(place, 'two@example.test', { roles: ['boss'] }));
    take(await change(place, 'one@example.test', { active: false }));
    expect(await change(place, 'two@example.test', { roles: [] })).toMatchObject(rule);
  });

  test('is one of two who take each other’s right at the same moment', async () => {
    const emails = ['one@example.test', 'two@example.test'];
    const place = await house(...emails);

    const results = await Promise.all(emails.map((email) => change(place, email, { active: false })));

    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toMatchObject(rule);
  });
});
