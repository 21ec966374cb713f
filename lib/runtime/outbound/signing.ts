import { createHmac } from 'node:crypto';
import { deriveKey } from '@/lib/configuration/secret';

/**
 * The key with which requests to one receiver are signed, in the form of Standard Webhooks (`whsec_…`). It is derived from
 * the product's secret, so it stands in no table and every host computes the same.
 * @param secret the product's
 * @param receiver `activities` for CALL_WEBHOOK, `sink:<id>` for a sink of the event bus
 */
export function signingKey(secret: string, tenantId: string, receiver: string): string {
  const key = createHmac('sha256', deriveKey(secret, 'webhooks')).update(`${tenantId}:${receiver}`).digest();
  return `whsec_${key.toString('base64')}`;
}

/**
 * The headers that sign a request (https://www.standardwebhooks.com, 1.0.0): HMAC-SHA256 over id, timestamp and body.
 * @param id the same for every try of the same message
 * @param now milliseconds since 1970; receivers refuse what is too old
 */
export function signatureHeaders(
  key: string,
  id: string,
  body: string,
  now = Date.now(),
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
