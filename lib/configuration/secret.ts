import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError, type Configuration } from '@/lib/configuration/configuration';

/** What a key is for. Keys of different purposes cannot be computed from one another. */
export type KeyPurpose = 'session' | 'secrets' | 'mail-links' | 'app-role' | 'webhooks';

/**
 * The secret that every key is derived from: INTERLOCK_SECRET, else the one kept in the data folder
 * (made at first use, readable by its owner only).
 * @throws ConfigurationError when the kept one is damaged
 */
export function loadSecret(configuration: Pick<Configuration, 'secret' | 'dataFolder'>): string {
  if (configuration.secret) return configuration.secret;
  const file = path.join(configuration.dataFolder, 'secret');
  if (!existsSync(file)) makeSecret(file);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) {
    throw new ConfigurationError(
      `${file} is damaged: it must hold at least 32 characters. Restore it from a backup, or remove it to get a new ` +
        'one (people have to sign in again, and stored secrets have to be entered again).',
    );
  }
  return secret;
}

/** The present secret and, while it is being replaced, the one before: what either has signed is believed. */
export function believedSecrets(
  configuration: Pick<Configuration, 'secret' | 'formerSecret' | 'dataFolder'>,
): readonly string[] {
  const { formerSecret } = configuration;
  return [loadSecret(configuration), ...(formerSecret ? [formerSecret] : [])];
}

/** A link fails when the name is taken: of two processes that start at once, both read the one whole file. */
function makeSecret(file: string): void {
  const draft = `${file}.${process.pid}`;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}

/** A 32-byte key for one purpose (HKDF-SHA256, RFC 5869). */
export function deriveKey(secret: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `interlock ${purpose}`, 32));
}

/** A password for one named thing (a database role), as 64 hexadecimal digits; the same on every host. */
export function derivePassword(secret: string, purpose: KeyPurpose, name: string): string {
  return createHmac('sha256', deriveKey(secret, purpose)).update(name).digest('hex');
}
