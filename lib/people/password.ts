import { hash, verify } from '@node-rs/argon2';

/** Longer passwords are not tried: hashing megabytes would be work for nothing. */
const longest = 200;

/** The argon2id text of a password, with the library's present parameters (19 MiB, 2 passes). */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

let nobodysHash: Promise<string> | undefined;

/**
 * Whether the password fits the hash. The same work is done where there is no hash, so that the time of an answer does
 * not tell which addresses have an account.
 */
export async function passwordFits(passwordHash: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hash('nobody has this password');
  const fits = await verify(passwordHash ?? (await nobodysHash), password.slice(0, longest));
  return fits && passwordHash !== null && password.length <= longest;
}
