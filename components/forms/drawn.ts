/** Characters that nobody takes for another one on paper. */
const clear = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A random key. Unlike `crypto.randomUUID`, this also works on an address without https. */
export function drawKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A reference that people can read to each other: `CLAIM-7KQ4MX`. */
export function drawReference(type: string): string {
  const characters = [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => clear[byte % clear.length]);
  return `${type.replaceAll('_', '-').toUpperCase()}-${characters.join('')}`;
}
