import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isEmpty } from '@/lib/cli/database';
import { demoAccounts, tom } from '@/lib/demo/accounts';
import { demoDefinitions } from '@/lib/demo/demo-definitions';
import { demoStories } from '@/lib/demo/demo-stories';
import { seedDemo, type Seeded } from '@/lib/demo/seed';
import { verifyInstance } from '@/lib/instances/queries';
import { ensureAdministratorKey } from '@/lib/people/api-keys';
import { actorOf, readPerson } from '@/lib/people/read-person';
import type { Actor } from '@/lib/people/actor';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { testSecret } from '@/lib/testing/secret';

/** A mail server that takes every mail and keeps its text. */
class MailSink {
  readonly mails: string[] = [];
  readonly #server: Server = createServer((socket) => this.#serve(socket));

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
  }

  #serve(socket: Socket): void {
    let mail: string | null = null;
    socket.on('error', () => socket.destroy());
    socket.write('220 sink\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (mail !== null && line !== '.') mail += `${line}\n`;
        else if (mail !== null) {
          this.mails.push(mail);
          mail = null;
          socket.write('250 kept\r\n');
        } else if (line === 'DATA') {
          mail = '';
          socket.write('354 go on\r\n');
        } else socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
  }
}

let database: TestDatabase;
let mails: MailSink;
let seeded: Seeded;
let support: Actor;
let emptyBefore: boolean;

beforeAll(async () => {
  database = await createTestDatabase();
  // As on a database of one's own: the product has started there, and made the administrator's key.
  await ensureAdministratorKey('the key of a first start, long enough');
  emptyBefore = await isEmpty(database.ownerUrl);
  mails = new MailSink();
  seeded = await seedDemo({
    configuration: { leaseSeconds: 30, allowedHosts: [] },
    ownerUrl: database.ownerUrl,
    smtpUrl: await mails.listen(),
    secret: testSecret,
  });
  const { rows } = await database.owner.query<{ tenant_id: string; id: string }>(
    'SELECT tenant_id, id FROM people WHERE email = $1',
    [tom.email],
  );
  const { tenant_id: tenantId = '', id = '' } = rows[0] ?? {};
  const person = await readPerson(tenantId, id);
  if (!person) throw new Error('Tom is not there');
  support = actorOf(tenantId, person, { via: 'screen' });
}, 180_000);

afterAll(async () => {
  mails.close();
  await database.drop();
});

describe('the demo', () => {
  it('goes into a database that has only the key of a first start, once', async () => {
    expect(emptyBefore).toBe(true);
    expect(await isEmpty(database.ownerUrl)).toBe(false);
    const { rows } = await database.owner.query('SELECT name, time_zone FROM tenants');
    expect(rows).toEqual([{ name: 'Northwind', time_zone: 'Europe/Berlin' }]);
  });

  it('brings every request to where its story ends', async () => {
    expect(seeded.strays).toEqual([]);
    expect(seeded.requests).toBe(demoStories.length);

    const { rows } = await database.owner.query<{ place: string }>(
      `SELECT d.key || ' ' || i.subject_id || ' ' || i.state || ' ' || i.status AS place
       FROM instances i JOIN definitions d ON d.tenant_id = i.tenant_id AND d.id = i.definition_id`,
    );
    const wanted = demoStories.map((one) => `${one.definition} ${one.subject} ${one.state} ${one.status}`);
    expect(rows.map(({ place }) => place).sort()).toEqual(wanted.sort());
  });

  it('has its people, its processes at version 1, and nothing that is not published', async () => {
    const people = await database.owner.query('SELECT email FROM people ORDER BY email');
    const versions = await database.owner.query('SELECT version FROM definition_versions');

    expect(people.rows.map(({ email }) => email)).toEqual(demoAccounts.map(({ email }) => email).sort());
    expect(versions.rows).toEqual(demoDefinitions.map(() => ({ version: 1 })));
  });

  it('leaves histories that verify and replay to what is stored', async () => {
    const { rows } = await database.owner.query<{ id: string }>('SELECT id FROM instances');

    const verified = await Promise.all(rows.map(({ id }) => verifyInstance(support, id)));
    expect(verified.flatMap((one) => (one.ok ? one.value.differences : []))).toEqual([]);
    for (const one of verified) {
      expect(one).toMatchObject({ ok: true, value: { ok: true, chain: 'whole', replayEqual: true } });
    }
  });

  it('leaves one account that is tried again later and one inspection that needs attention', async () => {
    const open = await database.owner.query(
      `SELECT activity, status FROM activity_executions WHERE status IN ('retrying', 'failed')`,
    );

    expect(open.rows).toEqual(
      expect.arrayContaining([
        { activity: 'account', status: 'retrying' },
        { activity: 'inspection', status: 'failed' },
      ]),
    );
  });

  it('sends its mails to the people concerned', () => {
    const subjects = mails.mails.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1] ?? '');

    expect(subjects).toContain('Refund for order 2026-10375 is paid');
    expect(mails.mails.join('\n')).not.toMatch(/\{\{|null/);
  });
});
