import path from 'node:path';
import { z } from 'zod';

const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
};

const postgresUrl = z.string().refine((text) => /^postgres(ql)?:\/\/[^/]*\/[^/?]+/.test(text), {
  error: 'must be a connection string that names a database: postgres://user:password@host:5432/database',
});

const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address: https://workflows.example.com' })
  .transform((text) => text.replace(/\/+$/, ''));

const environment = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z
    .union([z.ipv4(), z.ipv6()], { error: 'must be an IP address of this machine: 127.0.0.1' })
    .optional(),
  DATABASE_URL: postgresUrl.optional(),
  INTERLOCK_APP_DATABASE_URL: postgresUrl.optional(),
  INTERLOCK_DATA: z.string().default('.interlock'),
  INTERLOCK_URL: webUrl.optional(),
  INTERLOCK_API_KEY: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  INTERLOCK_DEMO: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('1'),
  INTERLOCK_SECRET: z
    .string()
    .min(32, { error: 'must have at least 32 characters (openssl rand -hex 32 makes one)' })
    .optional(),
  INTERLOCK_FORMER_SECRET: z
    .string()
    .min(32, { error: 'must be the INTERLOCK_SECRET of before, of at least 32 characters' })
    .optional(),
  INTERLOCK_LEASE_SECONDS: wholeNumber(2, 3600).default(30),
  INTERLOCK_RETENTION_DAYS: wholeNumber(1, 36_500).default(90),
  INTERLOCK_KEY_REQUESTS_PER_SECOND: wholeNumber(1, 1_000_000).default(1000),
  INTERLOCK_PERSON_REQUESTS_PER_SECOND: wholeNumber(1, 1_000_000).default(100),
  INTERLOCK_PLUGINS: z.string().default(''),
  INTERLOCK_NATS_CREDENTIALS: z.string().optional(),
  INTERLOCK_ALLOWED_HOSTS: z.string().default(''),
  INTERLOCK_MAILBOX_URL: webUrl.optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address: smtp://user:password@host:587' })
    .optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
});

/** What the product was told from outside, checked. `.env.example` describes each setting. */
export interface Configuration {
  /** The port of the web server. */
  port: number;
  /** The address on which the web server listens. While the demo's public passwords sign in, only this machine. */
  host: string;
  /** The public address, without a slash at its end. */
  url: string;
  /** The absolute path of the folder with the embedded database, the mailbox and the secret. */
  dataFolder: string;
  /** The owner's connection string of an outside PostgreSQL; absent: the embedded one is used. */
  databaseUrl: string | undefined;
  /** The app role's connection string, as `npm start` hands it to the processes that it starts. */
  appDatabaseUrl: string | undefined;
  /** An administrator's API key to be made at the first start. */
  apiKey: string | undefined;
  /** Whether an empty embedded database is filled with the demo. */
  demo: boolean;
  /** What every key is derived from; absent: lib/configuration/secret.ts keeps one in the data folder. */
  secret: string | undefined;
  /** The secret of before, while it is being replaced: what it has sealed and signed still opens. */
  formerSecret: string | undefined;
  /** The mail server; absent: the embedded mailbox. */
  smtpUrl: string | undefined;
  /** Where the embedded mailbox can be read, as `npm start` hands it over; absent when SMTP_URL was given. */
  mailboxUrl: string | undefined;
  /** Hosts inside the network (`host` or `host:port`) that activities may call all the same. */
  allowedHosts: readonly string[];
  logLevel: z.infer<typeof environment>['LOG_LEVEL'];
  /** Seconds after which work of a worker that went silent is taken over. */
  leaseSeconds: number;
  /** Days after which the history of an ended instance goes into the archive. */
  retentionDays: number;
  /** Absolute paths of the modules that bring activity types and functions. */
  plugins: readonly string[];
  /** Absolute path of the file of credentials with which event sinks of NATS are reached. */
  natsCredentials: string | undefined;
  /** API requests that a key, and a person with a session, may send to one web process, on average over ten seconds. */
  requestsPerSecond: { readonly key: number; readonly person: number };
}

/** Thrown once for everything that is wrong with the settings; its message is for the operator's eyes. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/**
 * Reads and checks all settings.
 * @param variables the environment's variables; an empty one counts as not set
 * @throws ConfigurationError that lists every wrong setting, one a line
 */
export function readConfiguration(
  variables: Record<string, string | undefined> = process.env,
): Configuration {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const read = environment.safeParse(given);
  if (!read.success) throw new ConfigurationError(describe(read.error));

  const settings = read.data;
  return {
    port: settings.PORT,
    host:
      settings.HOST ?? (settings.INTERLOCK_DEMO === '1' && !settings.DATABASE_URL ? '127.0.0.1' : '0.0.0.0'),
    url: settings.INTERLOCK_URL ?? `http://localhost:${settings.PORT}`,
    dataFolder: path.resolve(settings.INTERLOCK_DATA),
    databaseUrl: settings.DATABASE_URL,
    appDatabaseUrl: settings.INTERLOCK_APP_DATABASE_URL,
    apiKey: settings.INTERLOCK_API_KEY,
    demo: settings.INTERLOCK_DEMO === '1',
    secret: settings.INTERLOCK_SECRET,
    formerSecret: settings.INTERLOCK_FORMER_SECRET,
    smtpUrl: settings.SMTP_URL,
    mailboxUrl: settings.INTERLOCK_MAILBOX_URL,
    allowedHosts: listed(settings.INTERLOCK_ALLOWED_HOSTS),
    logLevel: settings.LOG_LEVEL,
    leaseSeconds: settings.INTERLOCK_LEASE_SECONDS,
    retentionDays: settings.INTERLOCK_RETENTION_DAYS,
    plugins: listed(settings.INTERLOCK_PLUGINS).map((file) => path.resolve(file)),
    natsCredentials: settings.INTERLOCK_NATS_CREDENTIALS && path.resolve(settings.INTERLOCK_NATS_CREDENTIALS),
    requestsPerSecond: {
      key: settings.INTERLOCK_KEY_REQUESTS_PER_SECOND,
      person: settings.INTERLOCK_PERSON_REQUESTS_PER_SECOND,
    },
  };
}

/** What stands between commas. */
function listed(text: string): readonly string[] {
  return text.split(',').flatMap((part) => part.trim() || []);
}

let current: Configuration | undefined;

/**
 * This process's configuration, read at the first call.
 * @throws ConfigurationError as readConfiguration does
 */
export function configuration(): Configuration {
  current ??= readConfiguration();
  return current;
}

/** One line a setting: its name and what it must be. Values stay out, since some are secret. */
function describe(error: z.ZodError): string {
  const lines = error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
  return ['Interlock cannot start with these settings:', ...lines, 'See .env.example.'].join('\n');
}
