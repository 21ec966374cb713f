import { expect, test } from 'vitest';
import { appRoleName, appUrl } from '@/lib/database/roles';

const secret = 'a secret of more than 32 characters';

test("the app's role carries the database's name, since roles belong to the whole server", () => {
  expect(appRoleName('interlock')).toBe('interlock_login');
});

test('long names stay within the 63 bytes of PostgreSQL and stay different', () => {
  const one = appRoleName(`${'ä'.repeat(40)}-one`);
  const two = appRoleName(`${'ä'.repeat(40)}-two`);

  expect(Buffer.byteLength(one)).toBeLessThanOrEqual(63);
  expect(one).toMatch(/_login$/);
  expect(one).not.toBe(two);
});

test("the app's address is the owner's with another user and the password of the secret", () => {
  const owner = 'postgres://boss:p%40ss@db.example.com:5433/flows?sslmode=require';

  const url = new URL(appUrl(owner, secret));

  expect(url.host).toBe('db.example.com:5433');
  expect(url.pathname).toBe('/flows');
  expect(url.search).toBe('?sslmode=require');
  expect(url.username).toBe('flows_login');
  expect(url.password).toMatch(/^[0-9a-f]{64}$/);
  expect(appUrl(owner, secret)).toBe(url.toString());
  expect(appUrl(owner, `${secret}!`)).not.toBe(url.toString());
});
