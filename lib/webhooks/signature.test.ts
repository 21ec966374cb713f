import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifiedDelivery } from './signature';

const keyOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`;
const [present, former, strange] = ['p', 'f', 's'].map(keyOf) as [string, string, string];
const now = Date.parse('2026-11-30T12:00:00Z');
const body = Buffer.from('{"paid":true}');

function signed(key: string): Headers {
  const stamp = String(now / 1000);
  const signature = createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
    .update(`msg_1.${stamp}.`)
    .update(body)
    .digest('base64');
  return new Headers({
    'webhook-id': 'msg_1',
    'webhook-timestamp': stamp,
    'webhook-signature': `v1,${signature}`,
  });
}

const isBelieved = (keys: readonly string[], key: string) =>
  verifiedDelivery(keys, signed(key), body, 300, now).ok;

test('while a secret is being replaced, what the key of either has signed is believed, and nothing else', () => {
  expect(isBelieved([present, former], present)).toBe(true);
  expect(isBelieved([present, former], former)).toBe(true);
  expect(isBelieved([present, former], strange)).toBe(false);
  expect(isBelieved([present], former)).toBe(false);
});
