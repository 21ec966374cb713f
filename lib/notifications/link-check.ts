import { randomUUID } from 'node:crypto';
import { configuration } from '@/lib/configuration/configuration';
import { loadSecret } from '@/lib/configuration/secret';
import { linkAddress } from './link-address';
import { readLinkToken } from './link-token';

/**
 * Whether an e-mail link that this product would send can be read again by it: renders one under the public address
 * (INTERLOCK_URL) and verifies what comes back out of it.
 */
export function checkMailLinks(): 'ok' | 'broken' {
  const settings = configuration();
  const secret = loadSecret(settings);
  const linkId = randomUUID();
  const address = new URL(linkAddress(settings.url, secret, linkId));
  const { pathname } = new URL(settings.url);
  const token = address.pathname.slice(`${pathname.replace(/\/$/, '')}/decide/`.length);
  const read = readLinkToken(secret, decodeURIComponent(token));
  return read.ok && read.linkId === linkId ? 'ok' : 'broken';
}
