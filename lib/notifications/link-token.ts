import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '@/lib/configuration/secret';

/** How long a key signs, in milliseconds. A link lives 30 days (mail_links), so three keys are in use at most. */
const period = 30 * 24 * 60 * 60 * 1000;
/** Keys before the present one that still verify: longer than any link that they have signed lives. */
const olderKeys = 2;
/** Bytes of a signature; 128 bits cannot be guessed. */
const macBytes = 16;

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export type ReadToken =
  | { readonly ok: true; readonly linkId: string }
  /** `outdated`: it was signed by us, with a key that is not in use any more. */
  | { readonly ok: false; readonly reason: 'invalid' | 'outdated' };

/**
 * What stands in the address of an e-mail link: an opaque id and its signature, and nothing about the task. The keys
 * follow from the product's secret and change every 30 days by themselves; an old one verifies as long as its links live.
 * @param now milliseconds since 1970
 */
export function linkToken(secret: string, linkId: string, now = Date.now()): string {
  const key = keyNumber(now);
  return `${key}.${Buffer.from(linkId.replaceAll('-', ''), 'hex').toString('base64url')}.${sign(secret, key, linkId).toString('base64url')}`;
}

/** Reads an address's token; anything may come in here. */
export function readLinkToken(secret: string, token: string, now = Date.now()): ReadToken {
  const [, number = '', id = '', signature = ''] = /^(\d{1,6})\.([\w-]{22})\.([\w-]{22})$/.exec(token) ?? [];
  const key = Number(number);
  const linkId = Buffer.from(id, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const given = Buffer.from(signature, 'base64url');
  if (!uuid.test(linkId) || given.length !== macBytes) return { ok: false, reason: 'invalid' };
  if (!timingSafeEqual(given, sign(secret, key, linkId))) return { ok: false, reason: 'invalid' };
  const present = keyNumber(now);
  if (key > present + 1) return { ok: false, reason: 'invalid' };
  return key < present - olderKeys ? { ok: false, reason: 'outdated' } : { ok: true, linkId };
}

function keyNumber(now: number): number {
  return Math.floor(now / period);
}

function sign(secret: string, key: number, linkId: string): Buffer {
  const own = createHmac('sha256', deriveKey(secret, 'mail-links')).update(`key ${key}`).digest();
  return createHmac('sha256', own).update(linkId).digest().subarray(0, macBytes);
}
