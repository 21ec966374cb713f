import { lookup } from 'node:dns';
import { lookup as lookupAll } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';

/** A connection that was refused before it was made, because of where it would have gone. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** Addresses that are nobody's public server (IANA special-purpose registries, RFC 6890), tunnels to any address among them. */
const inside = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  inside.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  inside.addSubnet(network, prefix, 'ipv6');
}

/** True for loopback, private, link-local and other addresses that outgoing calls may not reach (DESIGN 15). */
export function isInside(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const bare = mapped ?? address;
  const family = isIP(bare);
  if (family === 0) return true;
  return inside.check(bare, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * The dispatcher of outgoing calls. It looks at the address when a connection is made, so neither a name that resolves
 * to an inside address nor a redirect gets around it.
 * @param allowedHosts `host` or `host:port` that an administrator allowed although they are inside
 */
export function guardedAgent(allowedHosts: readonly string[]): Agent {
  const connect = (guard: boolean) =>
    buildConnector({
      timeout: 10_000,
      ...(guard && { lookup: guardedLookup }),
    } as buildConnector.BuildOptions);
  const guarded = connect(true);
  const open = connect(false);
  return new Agent({
    connections: 32,
    connect(options, callback) {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      const port = options.port || (options.protocol === 'https:' ? '443' : '80');
      if (isAllowed(allowedHosts, host, port)) {
        open(options, callback);
      } else if (isIP(host) !== 0 && isInside(host)) {
        callback(refused(host), null);
      } else {
        guarded(options, callback);
      }
    },
  });
}

/**
 * The address under which a host may be reached by a client that makes its own connections.
 * @throws AddressRefused when it, or any address of it, is inside and nobody allowed it
 */
export async function reachableAddress(
  allowedHosts: readonly string[],
  host: string,
  port: string,
): Promise<string> {
  if (isAllowed(allowedHosts, host, port)) return host;
  const addresses = await lookupAll(host, { all: true });
  const first = addresses[0];
  if (!first || addresses.some(({ address }) => isInside(address))) throw refused(host);
  return first.address;
}

function isAllowed(allowedHosts: readonly string[], host: string, port: string): boolean {
  const names = [host.toLowerCase(), `${host}:${port}`.toLowerCase()];
  return allowedHosts.some((allowed) => names.includes(allowed.toLowerCase()));
}

const guardedLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const first = addresses[0];
    if (!first || addresses.some(({ address }) => isInside(address))) return callback(refused(host), '', 0);
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

function refused(host: string): AddressRefused {
  return new AddressRefused(
    `The address of ${host} is not allowed: it is inside the network. An administrator can allow the host (INTERLOCK_ALLOWED_HOSTS).`,
  );
}
