import path from 'node:path';
import { expect, test } from 'vitest';
import { ConfigurationError, readConfiguration } from '@/lib/configuration/configuration';

test('nothing set gives the embedded product on port 3000', () => {
  expect(readConfiguration({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    url: 'http://localhost:3000',
    dataFolder: path.resolve('.interlock'),
    databaseUrl: undefined,
    appDatabaseUrl: undefined,
    apiKey: undefined,
    demo: true,
    secret: undefined,
    formerSecret: undefined,
    smtpUrl: undefined,
    mailboxUrl: undefined,
    allowedHosts: [],
    logLevel: 'info',
    leaseSeconds: 30,
    retentionDays: 90,
    plugins: [],
    natsCredentials: undefined,
    requestsPerSecond: { key: 1000, person: 100 },
  });
});

test('only where no demo account can sign in does it listen for other machines by itself', () => {
  expect(readConfiguration({ INTERLOCK_DEMO: '0' }).host).toBe('0.0.0.0');
  expect(readConfiguration({ DATABASE_URL: 'postgres://owner@db.example/interlock' }).host).toBe('0.0.0.0');
  expect(readConfiguration({ HOST: '192.0.2.7' }).host).toBe('192.0.2.7');
  expect(() => readConfiguration({ HOST: 'everywhere' })).toThrow(/HOST must be an IP address/);
});

test('the address follows the port, unless it is given', () => {
  expect(readConfiguration({ PORT: '4100' }).url).toBe('http://localhost:4100');
  expect(readConfiguration({ PORT: '4100', INTERLOCK_URL: 'https://flow.example.com/' }).url).toBe(
    'https://flow.example.com',
  );
});

test('an empty setting counts as not set', () => {
  const configuration = readConfiguration({ PORT: '', DATABASE_URL: ' ', INTERLOCK_API_KEY: '' });

  expect(configuration.port).toBe(3000);
  expect(configuration.databaseUrl).toBeUndefined();
  expect(configuration.apiKey).toBeUndefined();
});

test('everything that is wrong is told at once, by name and without the values', () => {
  const wrong = {
    PORT: '70000',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    INTERLOCK_API_KEY: 'short-key',
    INTERLOCK_SECRET: 'too-short-secret',
    INTERLOCK_FORMER_SECRET: 'hunter2',
    INTERLOCK_DEMO: 'yes',
    INTERLOCK_URL: 'localhost:3000',
    INTERLOCK_LEASE_SECONDS: '1.5',
    INTERLOCK_KEY_REQUESTS_PER_SECOND: '0',
    INTERLOCK_PERSON_REQUESTS_PER_SECOND: 'many',
    SMTP_URL: 'mail.example.com',
    LOG_LEVEL: 'loud',
  };

  const message = messageOf(() => readConfiguration(wrong));

  for (const name of Object.keys(wrong)) expect(message).toMatch(new RegExp(`^  ${name} must `, 'm'));
  expect(message).toContain('PORT must be a whole number from 1 to 65535');
  expect(message).not.toMatch(/hunter2|short-key|too-short-secret/);
});

test.each(['postgres://u:p@localhost/interlock', 'postgresql://u@[::1]:5433/interlock?sslmode=require'])(
  '%s is a connection string',
  (url) => expect(readConfiguration({ DATABASE_URL: url }).databaseUrl).toBe(url),
);

test.each(['postgres://localhost', 'postgres://localhost/', 'localhost/interlock'])(
  '%s is refused: it names no database',
  (url) => expect(() => readConfiguration({ DATABASE_URL: url })).toThrow(/names a database/),
);

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}
