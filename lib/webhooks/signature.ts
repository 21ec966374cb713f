import { createHmac, timingSafeEqual } from 'node:crypto';
import { configuration } from '@/lib/configuration/configuration';
import { believedSecrets, loadSecret } from '@/lib/configuration/secret';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { signingKey } from '@/lib/runtime/outbound/signing';
import { limits } from './schema';

/** The key that signs what one source delivers, in the form of Standard Webhooks; it is derived, so it stands in no table. */
export function sourceKey(tenantId: string, sourceId: string, keyNumber: number): string {
  return keyFrom(loadSecret(configuration()), tenantId, sourceId, keyNumber);
}

/** The keys whose signature is believed: also that of the secret which is being replaced, until the source has its new one. */
export function believedKeys(tenantId: string, sourceId: string, keyNumber: number): readonly string[] {
  return believedSecrets(configuration()).map((secret) => keyFrom(secret, tenantId, sourceId, keyNumber));
}

function keyFrom(secret: string, tenantId: string, sourceId: string, keyNumber: number): string {
  return signingKey(secret, tenantId, `webhook-source:${sourceId}:${keyNumber}`);
}

/**
 * The id of a delivery whose signature is right and whose timestamp is within the window (Standard Webhooks 1.0.0: HMAC-SHA-256
 * over id, timestamp and the body's very bytes), or why it is not believed.
 * @param keys any of which may have signed it
 * @param windowSeconds how far the timestamp may be from our clock
 * @param now milliseconds since 1970
 */
export function verifiedDelivery(
  keys: readonly string[],
  headers: Headers,
  body: Uint8Array,
  windowSeconds: number,
  now = Date.now(),
): Result<string> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headers.get(name),
  );
  if (!id || !timestamp || !signatures) {
    return unbelieved('Send the headers webhook-id, webhook-timestamp and webhook-signature.');
  }
  if (id.length > limits.idCharacters || !/^[\x21-\x7e]+$/.test(id)) {
    return unbelieved(`A webhook-id has at most ${limits.idCharacters} characters, all of them printable.`);
  }
  if (!/^\d{1,12}$/.test(timestamp)) return unbelieved('A webhook-timestamp is in seconds since 1970.');
  const expected = keys.map((key) =>
    createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
      .update(`${id}.${timestamp}.`)
      .update(body)
      .digest(),
  );
  const believed = signatures.split(' ').some((signature) => {
    const [, text] = /^v1,([A-Za-z0-9+/=]+)$/.exec(signature) ?? [];
    const given = text === undefined ? null : Buffer.from(text, 'base64');
    return expected.some((mac) => given?.length === mac.length && timingSafeEqual(given, mac));
  });
  if (!believed)
    return unbelieved('The signature is wrong: check the key, and sign the very bytes that are sent.');
  // After the signature, so that nobody without the key learns what our clock says.
  const off = Math.abs(now / 1000 - Number(timestamp));
  if (off <= windowSeconds) return done(id);
  return unbelieved(
    `The timestamp is ${Math.round(off)} seconds off; ${windowSeconds} are the most. Sign each try anew.`,
  );
}

function unbelieved(message: string) {
  return refuse('unauthenticated', message);
}
