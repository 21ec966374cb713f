import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type KeyPair, createAccount, createOperator, createUser } from '@nats-io/nkeys';

const entry = {
  subs: -1,
  data: -1,
  payload: -1,
  imports: -1,
  exports: -1,
  conn: -1,
  leaf: -1,
  wildcards: true,
};
const unlimited = { ...entry, mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };

/**
 * Who may enter a NATS server of decentralized authority: an operator who vouches for its accounts, and an account for its users, each by
 * a JWT signed with the NKEY of the one above (https://docs.nats.io/running-a-nats-service/configuration/securing_nats/auth_intro/jwt).
 */
export class NatsAuthority {
  readonly #operator = createOperator();
  /** Whose the server's own messages are; JetStream needs one. */
  readonly #system = createAccount();
  readonly #account = createAccount();

  /** What the server has to be told, in the words of its configuration. */
  get configuration(): string {
    const operator = claim(this.#operator, this.#operator, 'operator', {
      system_account: this.#system.getPublicKey(),
    });
    const own = { ...entry, mem_storage: 0, disk_storage: 0, streams: 0, consumer: 0 };
    const accounts = [
      { account: this.#system, limits: own },
      { account: this.#account, limits: unlimited },
    ].map(({ account, limits }) => {
      return `${account.getPublicKey()}: ${claim(this.#operator, account, 'account', { limits })}`;
    });
    return `operator: ${operator}\nresolver: MEMORY\nresolver_preload: { ${accounts.join(', ')} }\n`;
  }

  /** Writes the `.creds` file of a new user of the account. @returns its path */
  writeCredentials(folder: string): string {
    const user = createUser();
    const file = path.join(folder, 'user.creds');
    const own = claim(this.#account, user, 'user', { subs: -1, data: -1, payload: -1 });
    const seed = new TextDecoder().decode(user.getSeed());
    writeFileSync(file, block('NATS USER JWT', own) + block('USER NKEY SEED', seed));
    return file;
  }
}

function claim(issuer: KeyPair, subject: KeyPair, type: string, rights: object): string {
  const claims = {
    iat: Math.floor(Date.now() / 1000),
    iss: issuer.getPublicKey(),
    name: type,
    sub: subject.getPublicKey(),
    nats: { ...rights, type, version: 2 },
  };
  const signed = [{ typ: 'JWT', alg: 'ed25519-nkey' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${Buffer.from(issuer.sign(Buffer.from(signed))).toString('base64url')}`;
}

function block(name: string, text: string): string {
  return `-----BEGIN ${name}-----\n${text}\n------END ${name}------\n\n`;
}
