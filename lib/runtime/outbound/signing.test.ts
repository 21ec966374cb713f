import { expect, test } from 'vitest';
import { signatureHeaders, signingKey } from './signing';

test('a request is signed as Standard Webhooks says, over id, timestamp and body', () => {
  // The example of https://github.com/standard-webhooks/standard-webhooks, libraries' tests.
  const headers = signatureHeaders(
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    '{"test": 2432232314}',
    1614265330_000,
  );

  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('each receiver of each tenant has a key of its own, the same on every host', () => {
  const secret = 'x'.repeat(32);
  const keys = [
    signingKey(secret, 'a', 'activities'),
    signingKey(secret, 'b', 'activities'),
    signingKey(secret, 'a', 'sink:1'),
    signingKey('y'.repeat(32), 'a', 'activities'),
  ];

  expect(new Set(keys).size).toBe(4);
  expect(signingKey(secret, 'a', 'activities')).toBe(keys[0]);
  expect(Buffer.from(keys[0]!.slice(6), 'base64')).toHaveLength(32);
});
