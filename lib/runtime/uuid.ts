import { randomUUID } from 'node:crypto';

/**
 * A UUIDv7 (RFC 9562, section 5.7): 48 bits of milliseconds, then chance. Ids made later sort later, which keeps new
 * rows together in the indexes; they are unguessable by their 74 bits of chance.
 */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  // Variant and chance are those of a version 4 id, of which Node makes many from one draw of the system's chance.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
