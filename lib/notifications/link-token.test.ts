import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { linkToken, readLinkToken } from './link-token';
import { testSecret } from '@/lib/testing/secret';

const day = 24 * 60 * 60 * 1000;
const now = Date.parse('2026-03-02T09:00:00Z');

test('a token names its link and nothing else, and is short enough for any mail program', () => {
  const id = randomUUID();

  const token = linkToken(testSecret, id, now);

  expect(readLinkToken(testSecret, token, now)).toEqual({ ok: true, linkId: id });
  expect(token).toMatch(/^[\w.-]{40,60}$/);
});

test('keys rotate: the same link is signed otherwise a period later, and the old signature still verifies while it may live', () => {
  const id = randomUUID();
  const old = linkToken(testSecret, id, now);

  expect(linkToken(testSecret, id, now + 31 * day)).not.toBe(old);
  expect(readLinkToken(testSecret, old, now + 31 * day)).toEqual({ ok: true, linkId: id });
  expect(readLinkToken(testSecret, old, now + 120 * day)).toEqual({ ok: false, reason: 'outdated' });
});

test.each([
  ['of another secret', (id: string) => linkToken('another secret, also long enough for it', id, now)],
  ['of a key to come', (id: string) => linkToken(testSecret, id, now + 90 * day)],
  [
    'with another id',
    (id: string) => linkToken(testSecret, id, now).replace(/\.[\w-]{22}\./, `.${'A'.repeat(22)}.`),
  ],
  ['with another key number', (id: string) => `1${linkToken(testSecret, id, now)}`],
  ['cut off', (id: string) => linkToken(testSecret, id, now).slice(0, -1)],
  ['that is none', () => "x'; DROP TABLE mail_links; --"],
  ['that is empty', () => ''],
])('a token %s is refused', (_, made) => {
  expect(readLinkToken(testSecret, made(randomUUID()), now)).toEqual({ ok: false, reason: 'invalid' });
});
