import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMailer, type OutgoingMail } from '@/lib/mail/transport';
import { cancelInstance } from '@/lib/instances/commands';
import { claimTask, decideTask } from '@/lib/tasks/commands';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { testSecret } from '@/lib/testing/secret';
import { markRead, resendMail, saveSettings } from './commands';
import { tellPeople } from './notifier';
import { countUnread, listNotifications, mailDeliveries, readSettings } from './queries';
import { mailStates, notificationKinds } from './schema';

let database: TestDatabase;
let world: World;
let sent: OutgoingMail[];
let refuse: ((mail: OutgoingMail) => Error | null) | null;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  world = await refundWorld(database.owner);
  sent = [];
  refuse = null;
});
afterEach(async () => {
  await database.owner.query('UPDATE notifications SET mail = $1 WHERE mail = $2', ['outdated', 'queued']);
});

/** One look of the notifier, with a mail server that keeps what it gets. */
async function tell(): Promise<void> {
  await tellPeople({
    pool: database.app,
    secret: testSecret,
    url: 'https://flow.example.test',
    stopping: new AbortController().signal,
    mailer: {
      send: async (mail) => {
        const error = refuse?.(mail);
        if (error) throw error;
        sent.push(mail);
      },
      close: () => undefined,
    },
  });
}

type Row = {
  kind: string;
  person: string;
  mail: string;
  outdated: boolean;
  attempts: number;
  error: string | null;
};
async function messages(): Promise<Row[]> {
  const { rows } = await database.owner.query<Row>(
    `SELECT n.kind, p.name AS person, n.mail, n.outdated_at IS NOT NULL AS outdated, n.mail_attempts AS attempts,
       n.mail_error AS error
     FROM notifications n JOIN people p ON p.tenant_id = n.tenant_id AND p.id = n.person_id
     WHERE n.tenant_id = $1 ORDER BY n.kind, p.name`,
    [world.tenantId],
  );
  return rows;
}

const set = (name: string, columns: Record<string, unknown>) =>
  database.owner.query(
    `INSERT INTO notification_settings (tenant_id, person_id, ${Object.keys(columns).join(', ')})
     SELECT tenant_id, id, ${Object.keys(columns)
       .map((_, index) => `$${index + 3}`)
       .join(', ')}
     FROM people WHERE tenant_id = $1 AND email = $2`,
    [world.tenantId, `${name}@example.test`, ...Object.values(columns)],
  );

describe('a task that waits', () => {
  test('tells each of those who may decide it once, by a mail with the facts and one link of their own', async () => {
    await world.start({ input: { amount: 750, customer: 'Miller & Sons <b>' } });

    await tell();
    await tell();

    expect((await messages()).map(({ kind, person, mail }) => [kind, person, mail])).toEqual([
      ['task_waits', 'Ann', 'sent'],
      ['task_waits', 'Bob', 'sent'],
    ]);
    expect(sent.map(({ to }) => to[0]).sort()).toEqual(['ann@example.test', 'bob@example.test']);
    const [mail] = sent;
    expect(mail?.subject).toBe('To decide: Approve 750 (Refund order-1)');
    expect(mail?.text).toContain('Carol asks for your decision on Refund order-1.');
    expect(mail?.text).toContain('Amount: €750.00');
    const links = sent.map(({ text }) => text.match(/https:\/\/flow\.example\.test\/decide\/[\w.-]+/g) ?? []);
    expect(links.map((one) => one.length)).toEqual([1, 1]);
    expect(links[0]![0]).not.toBe(links[1]![0]);
    for (const { html } of sent) expect(html?.match(/href="[^"]*\/decide\//g)).toHaveLength(1);
  });

  test('of what people wrote, nothing becomes HTML or a header', async () => {
    await database.owner.query(
      "UPDATE people SET name = $2 WHERE tenant_id = $1 AND email = 'carol@example.test'",
      [world.tenantId, '<img src=x onerror=alert(1)>'],
    );
    await world.start({ subject: { id: 'x\r\nBcc: eve@example.test' } });

    await tell();

    expect(sent[0]?.html).not.toContain('<img src=x');
    expect(sent[0]?.subject).not.toMatch(/[\r\n]/);
  });

  test('is told in the language and on the clock of each person', async () => {
    await database.owner.query(
      "UPDATE people SET locale = 'de-AT', time_zone = 'Europe/Vienna' WHERE tenant_id = $1 AND email = 'bob@example.test'",
      [world.tenantId],
    );
    await world.start();

    await tell();

    const bobs = sent.find(({ to }) => to[0] === 'bob@example.test');
    expect(bobs?.subject).toMatch(/^Zu entscheiden: /);
    expect(bobs?.text).toContain('Carol bittet um Ihre Entscheidung');
    expect(bobs?.html).toContain('lang="de"');
  });

  test('does not reach the requester who holds the role too, nor who was deactivated', async () => {
    await database.owner.query(
      "UPDATE people SET active = false WHERE tenant_id = $1 AND email = 'bob@example.test'",
      [world.tenantId],
    );
    await world.start({}, 'ann');

    await tell();

    expect(await messages()).toEqual([]);
  });

  test('reaches the deputy of who is away too, for as much as they stand in', async () => {
    const { rows } = await database.owner.query<{ id: string; email: string }>(
      'SELECT id, email FROM people WHERE tenant_id = $1',
      [world.tenantId],
    );
    const idOf = (name: string) => rows.find(({ email }) => email === `${name}@example.test`)!.id;
    await database.owner.query(
      `INSERT INTO absences (tenant_id, id, person_id, deputy_id, starts_at, ends_at, most_amount, created_by)
       VALUES ($1, gen_random_uuid(), $2, $3, now() - interval '1 h', now() + interval '1 h', 600, 'test')`,
      [world.tenantId, idOf('ann'), idOf('dora')],
    );
    await world.start({ input: { amount: 500 } });
    await world.start({ input: { amount: 700 } });

    await tell();

    expect((await messages()).map(({ person }) => person)).toEqual(['Ann', 'Ann', 'Bob', 'Bob', 'Dora']);
  });

  test('tells nobody by name when it waits for a crowd', async () => {
    await database.owner.query(
      `WITH crowd AS (INSERT INTO people (tenant_id, id, email, name)
         SELECT $1, gen_random_uuid(), 'p' || n || '@example.test', 'P' || n FROM generate_series(1, 60) AS n RETURNING id)
       INSERT INTO person_roles (tenant_id, person_id, role_key) SELECT $1, id, 'approver' FROM crowd`,
      [world.tenantId],
    );
    await world.start();

    await tell();

    expect(await messages()).toEqual([]);
  });
});

describe('when a task ends', () => {
  test('all copies are outdated and mails that have not gone out do not go out', async () => {
    await set('bob', { tasks: 'digest' });
    const { openTasks } = await world.start();
    await tell();
    take(await decideTask(await world.person('ann'), openTasks[0]!.id, { outcome: 'approve' }));
    await tell();
    await database.owner.query(
      "UPDATE notifications SET mail_at = now() - interval '1 s' WHERE mail = 'queued'",
    );
    await tell();

    expect(await messages()).toEqual([
      expect.objectContaining({ kind: 'request_ended', person: 'Carol', mail: 'sent' }),
      expect.objectContaining({ kind: 'task_waits', person: 'Ann', mail: 'sent', outdated: true }),
      expect.objectContaining({ kind: 'task_waits', person: 'Bob', mail: 'outdated', outdated: true }),
    ]);
    expect(sent.map(({ to }) => to[0])).toEqual(['ann@example.test', 'carol@example.test']);
  });

  test('before its mail was even written, there is none', async () => {
    const { openTasks } = await world.start();
    take(await decideTask(await world.person('ann'), openTasks[0]!.id, { outcome: 'approve' }));

    await tell();

    expect((await messages()).map(({ kind }) => kind)).toEqual(['request_ended']);
  });

  test('who has asked for it hears that somebody else has decided', async () => {
    await set('bob', { decided: true });
    const { openTasks } = await world.start();
    await tell();
    take(await decideTask(await world.person('ann'), openTasks[0]!.id, { outcome: 'approve' }));
    await tell();

    const decided = (await messages()).filter(({ kind }) => kind === 'task_decided');
    expect(decided.map(({ person, mail }) => [person, mail])).toEqual([['Bob', 'sent']]);
    expect(sent.at(-1)?.text ?? sent.at(-2)?.text).toBeDefined();
    expect(sent.some(({ text }) => text.includes('has been decided by Ann: Approve'))).toBe(true);
  });

  test('the requester hears of the end, unless they made it', async () => {
    const { id } = await world.start();
    take(await cancelInstance(await world.person('carol'), id, { reason: 'no longer wanted' }));
    await tell();

    expect((await messages()).filter(({ kind }) => kind === 'request_ended')).toEqual([]);
  });
});

describe('mails go out when the person wants them', () => {
  test('no mail, but a message', async () => {
    await set('ann', { tasks: 'never' });
    await world.start();
    await tell();

    expect((await messages()).map(({ person, mail }) => [person, mail])).toEqual([
      ['Ann', 'none'],
      ['Bob', 'sent'],
    ]);
  });

  test('the digest has all of them in one mail', async () => {
    await set('ann', { tasks: 'digest' });
    await set('bob', { tasks: 'never' });
    await world.start();
    await world.start();
    await tell();
    expect(sent).toEqual([]);

    await database.owner.query(
      "UPDATE notifications SET mail_at = now() - interval '1 s' WHERE mail = 'queued'",
    );
    await tell();

    expect(sent).toHaveLength(1);
    expect(sent[0]?.subject).toBe('2 messages from Interlock');
    expect(sent[0]?.text.match(/\/decide\//g)).toHaveLength(2);
  });

  const moments = [
    // how, quiet hours, digest, zone, now, then
    ['at_once', null, null, '08:00', 'Europe/Berlin', '2026-07-01T20:00:00Z', '2026-07-01T20:00:00Z'],
    ['at_once', '18:00', '07:00', '08:00', 'Europe/Berlin', '2026-07-01T20:00:00Z', '2026-07-02T05:00:00Z'],
    ['at_once', '18:00', '07:00', '08:00', 'Europe/Berlin', '2026-07-02T04:59:00Z', '2026-07-02T05:00:00Z'],
    ['at_once', '18:00', '07:00', '08:00', 'Europe/Berlin', '2026-07-02T05:00:00Z', '2026-07-02T05:00:00Z'],
    ['at_once', '12:00', '13:00', '08:00', 'UTC', '2026-07-02T12:30:00Z', '2026-07-02T13:00:00Z'],
    ['digest', null, null, '08:00', 'America/New_York', '2026-07-01T20:00:00Z', '2026-07-02T12:00:00Z'],
    ['digest', null, null, '08:00', 'America/New_York', '2026-07-01T11:00:00Z', '2026-07-01T12:00:00Z'],
    // 8:00 stays 8:00 when the clocks go forward in the night before it.
    ['digest', null, null, '08:00', 'Europe/Berlin', '2026-03-28T20:00:00Z', '2026-03-29T06:00:00Z'],
    ['at_once', '18:00', '07:00', '08:00', 'Not/AZone', '2026-07-01T20:00:00Z', '2026-07-02T07:00:00Z'],
    ['never', null, null, '08:00', 'UTC', '2026-07-01T20:00:00Z', null],
  ];

  test('at once, but not in their quiet hours, or with the next digest, by their own clock', async () => {
    const due = await Promise.all(
      moments.map(async (given) => {
        const { rows } = await database.owner.query<{ at: Date | null }>(
          'SELECT mail_instant($1, $2::time, $3::time, $4::time, $5, $6) AS at',
          given.slice(0, 6),
        );
        return [...given.slice(0, 6), rows[0]?.at?.toISOString().replace('.000Z', 'Z') ?? null];
      }),
    );
    expect(due).toEqual(moments);
  });
});

describe('a mail that does not go out', () => {
  test('is tried again when the server cannot take it', async () => {
    await set('bob', { tasks: 'never' });
    await world.start();
    refuse = () => new Error('connect ECONNREFUSED');
    await tell();
    const [failed] = await messages();
    refuse = null;
    await database.owner.query(
      "UPDATE notifications SET mail_at = now() - interval '1 s' WHERE mail = 'queued'",
    );
    await tell();

    expect(failed).toMatchObject({
      mail: 'queued',
      attempts: 1,
      error: expect.stringContaining('ECONNREFUSED'),
    });
    expect((await messages())[0]).toMatchObject({ mail: 'sent', error: null });
  });

  test('is given up with the words of the server that refuses it for good', async () => {
    await set('bob', { tasks: 'never' });
    await world.start();
    refuse = () => Object.assign(new Error('550 no such mailbox'), { responseCode: 550 });
    await tell();

    expect((await messages())[0]).toMatchObject({ mail: 'failed', error: '550 no such mailbox' });
  });

  test('is not sent while somebody else has the task in hand', async () => {
    await set('bob', { tasks: 'digest' });
    const { openTasks } = await world.start();
    await tell();
    take(await claimTask(await world.person('ann'), openTasks[0]!.id));
    await database.owner.query(
      "UPDATE notifications SET mail_at = now() - interval '1 s' WHERE mail = 'queued'",
    );
    await tell();

    expect(sent.map(({ to }) => to[0])).toEqual(['ann@example.test']);
  });
});

describe('what people and support can do', () => {
  test('support sends a mail again, which is on record; nobody else can, and not when there is nothing left to say', async () => {
    const { openTasks } = await world.start();
    await tell();
    const taskId = openTasks[0]!.id;
    const sam = await world.person('sam');
    // Both were told at the same moment, so chance says whose mail is listed first.
    const toAnn = async () =>
      take(await mailDeliveries(sam, taskId)).find(({ to }) => to === 'ann@example.test');
    const first = await toAnn();
    expect(first).toMatchObject({ state: 'sent', person: { name: 'Ann' } });
    expect(await resendMail(await world.person('ann'), first!.id)).toMatchObject({ ok: false });

    take(await resendMail(sam, first!.id));
    await tell();

    expect(sent.filter(({ to }) => to[0] === 'ann@example.test')).toHaveLength(2);
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(3);
    expect(await toAnn()).toMatchObject({ state: 'sent', resends: 1 });
    take(await decideTask(await world.person('ann'), taskId, { outcome: 'approve' }));
    await tell();
    expect(await resendMail(sam, first!.id)).toMatchObject({ ok: false, refusal: { code: 'not_allowed' } });
  });

  test('messages are read by their own person alone, and outdated ones do not count', async () => {
    await world.start();
    const { openTasks } = await world.start();
    await tell();
    const [ann, bob] = [await world.person('ann'), await world.person('bob')];
    expect([await countUnread(ann), await countUnread(bob)]).toEqual([2, 2]);
    const [newest] = take(await listNotifications(ann));
    await markRead(bob, [newest!.id]);
    expect(await countUnread(ann)).toBe(2);
    await markRead(ann, [newest!.id]);
    expect(await countUnread(ann)).toBe(1);
    take(await decideTask(bob, openTasks[0]!.id, { outcome: 'approve' }));
    await tell();
    expect(await countUnread(bob)).toBe(1);
    await markRead(ann, 'all');
    expect(await countUnread(ann)).toBe(0);
  });

  test('settings are kept, with language and zone; a region outlives them, and what makes no sense is refused', async () => {
    await database.owner.query(
      "UPDATE people SET locale = 'de-AT' WHERE tenant_id = $1 AND email = 'ann@example.test'",
      [world.tenantId],
    );
    const ann = await world.person('ann');
    const wanted = {
      ...(await readSettings(ann)),
      tasks: 'digest',
      digestAt: '07:30',
      timeZone: 'Europe/Vienna',
    } as const;
    take(await saveSettings(ann, wanted));
    const after = await world.person('ann');

    expect(await readSettings(after)).toEqual({ ...wanted, language: 'de' });
    expect(after.locale).toBe('de-AT');
    take(await saveSettings(after, { ...wanted, language: 'en' }));
    expect((await world.person('ann')).locale).toBe('en');
    for (const wrong of [{ quietFrom: '19:00' }, { digestAt: '25:00' }, { timeZone: 'Mars/Olympus' }]) {
      expect(await saveSettings(after, { ...wanted, ...wrong })).toMatchObject({ ok: false });
    }
  });
});

test('a mail goes over a real connection as text and HTML, with the header that keeps absence notes away', async () => {
  const server = await SmtpServer.start();
  const mailer = createMailer(server.url);
  await mailer.send(
    {
      to: ['ann@example.test'],
      cc: [],
      subject: 'Grüße',
      text: 'text',
      html: '<p>html</p>',
      messageId: '<a@b>',
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
    new AbortController().signal,
  );
  mailer.close();
  await server.stop();

  expect(server.received).toContain('multipart/alternative');
  expect(server.received).toMatch(/^Auto-Submitted: auto-generated/m);
});

test('the closed lists of the database are those of the code', async () => {
  const { rows } = await database.owner.query<{ column: string; list: string }>(
    `SELECT substring(conname from 'notifications_(.*)_check') AS column, pg_get_constraintdef(oid) AS list
     FROM pg_constraint WHERE conrelid = 'notifications'::regclass AND conname IN
       ('notifications_kind_check', 'notifications_mail_check')`,
  );
  const lists = Object.fromEntries(
    rows.map(({ column, list }) => [column, [...list.matchAll(/'(\w+)'/g)].map(([, value]) => value)]),
  );

  expect(lists).toEqual({ kind: [...notificationKinds], mail: [...mailStates] });
});

/** As much of a mail server as one mail needs. */
class SmtpServer {
  received = '';
  private constructor(private readonly server: Server) {}

  static async start(): Promise<SmtpServer> {
    const server = createServer();
    const made = new SmtpServer(server);
    server.on('connection', (socket) => made.#talk(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return made;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  #talk(socket: Socket): void {
    let data = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      if (data) {
        this.received += text;
        if (this.received.endsWith('\r\n.\r\n')) {
          data = false;
          socket.write('250 ok\r\n');
        }
      } else if (text.startsWith('DATA')) {
        data = true;
        socket.write('354 go on\r\n');
      } else if (text.startsWith('QUIT')) socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    });
  }
}
