import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, isIPv6 } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { useBuild } from '@/lib/cli/build';
import { isEmpty, type OpenDatabase, openDatabase, recreateEmbedded } from '@/lib/cli/database';
import { startMailbox } from '@/lib/cli/mailbox';
import { Refusal } from '@/lib/cli/refusal';
import { replaceSecret } from '@/lib/cli/replace-secret';
import { announce, takeDataFolder } from '@/lib/cli/running';
import { untilStopped } from '@/lib/cli/shutdown';
import { type Supervised, supervise } from '@/lib/cli/supervisor';
import { type Configuration, readConfiguration } from '@/lib/configuration/configuration';
import { deriveKey, loadSecret } from '@/lib/configuration/secret';
import { migrate } from '@/lib/database/migrate';
import { createPool, useAppPool } from '@/lib/database/pool';
import { appUrl } from '@/lib/database/roles';
import { demoAccounts } from '@/lib/demo/accounts';
import { ensureAdministratorKey } from '@/lib/people/api-keys';
import { loadPlugins } from '@/lib/runtime/activities/load-plugins';

/** `start` serves a build; `dev` compiles what is asked for and follows changes. */
export type Mode = 'start' | 'dev';

const say = (message: string) => console.log(`· ${message}`);

/**
 * Runs the whole product in the foreground until it is told to stop: database, migrations, mailbox, worker, web.
 * What it started last is stopped first; the database therefore outlives everything that uses it.
 */
export async function runProduct(mode: Mode): Promise<void> {
  await untilStopped(say, async ({ onStop, stopping }) => {
    const settings = readConfiguration();
    // Loaded here to be refused here: the processes that use them would only die one after the other.
    await loadPlugins(settings.plugins);
    onStop('data folder', takeDataFolder(settings.dataFolder));
    await refuseTakenPort(settings.port, settings.host);
    const secret = loadSecret(settings);

    const building = mode === 'start' ? useBuild(say, stopping) : undefined;
    const preparing = prepareDatabase(settings, secret, onStop, stopping);
    // Both are waited for before either failure is told: what one has begun has to be stopped in order.
    const [built, prepared] = await Promise.allSettled([building, preparing]);
    if (prepared.status === 'rejected') throw prepared.reason;
    if (built.status === 'rejected') throw built.reason;
    if (built.value) onStop('build', built.value);
    stopping.throwIfAborted();

    const { database, mail } = prepared.value;
    const shared = {
      ...environmentOf(settings, secret, database, mail),
      NODE_ENV: mode === 'start' ? ('production' as const) : ('development' as const),
    };
    const worker = supervise({
      name: 'worker',
      args: ['--import', 'tsx', 'lib/cli/worker.ts'],
      // The owner owns the queue, so the worker needs its address; the web never gets it.
      env: { ...shared, DATABASE_URL: database.ownerUrl },
      onEvent: say,
    });
    onStop('worker', () => worker.stop(60_000), worker.kill);
    const web = supervise({
      name: 'web server',
      args: ['node_modules/next/dist/bin/next', mode, '-p', String(settings.port), '-H', settings.host],
      env: shared,
      onEvent: say,
    });
    // Open event streams never end by themselves, so requests get a few seconds and no more.
    onStop('web', () => web.stop(5_000), web.kill);

    await ready(settings, web, stopping);
    announce(settings.dataFolder, {
      url: settings.url,
      ownerUrl: database.ownerUrl,
      appUrl: appUrl(database.ownerUrl, secret),
    });
    const nobody = !database.embedded && (await isEmpty(database.ownerUrl));
    if (!stopping.aborted) console.log(banner(settings, database, mail.webUrl, nobody));
  });
}

type OnStop = (name: string, stop: () => void | Promise<void>, force?: () => void) => void;
type Mail = { smtpUrl: string; webUrl: string | undefined };

async function prepareDatabase(
  settings: Configuration,
  secret: string,
  onStop: OnStop,
  stopping: AbortSignal,
) {
  const database = await openDatabase(settings, say);
  onStop('database', () => database.stop());
  stopping.throwIfAborted();
  const mail = await openMail(settings, onStop);
  const demoIsHalf = path.join(settings.dataFolder, 'demo-unfinished');
  if (database.embedded && existsSync(demoIsHalf)) {
    say('The demo was cut off while it was being made; making it anew');
    await recreateEmbedded(database.ownerUrl);
  }
  await migrate({ ownerUrl: database.ownerUrl, secret, onEvent: say });
  await replaceSecret(settings, database.ownerUrl, say);
  stopping.throwIfAborted();

  const pool = createPool(appUrl(database.ownerUrl, secret));
  useAppPool(pool);
  onStop('pool', () => pool.end());
  if (settings.demo && database.embedded && (await isEmpty(database.ownerUrl))) {
    say('Making the demo');
    writeFileSync(demoIsHalf, '');
    // Loaded only here: it brings the whole engine along, which this process needs for nothing else.
    const { seedDemo } = await import('@/lib/demo/seed');
    await seedDemo({
      configuration: settings,
      ownerUrl: database.ownerUrl,
      smtpUrl: mail.smtpUrl,
      secret,
    });
  }
  rmSync(demoIsHalf, { force: true });
  if (settings.apiKey && (await ensureAdministratorKey(settings.apiKey)) === 'revoked') {
    say('The key of INTERLOCK_API_KEY has been revoked by an administrator and stays so; choose another one');
  }
  return { database, mail };
}

async function openMail(settings: Configuration, onStop: OnStop): Promise<Mail> {
  if (settings.smtpUrl) return { smtpUrl: settings.smtpUrl, webUrl: undefined };
  const mailbox = await startMailbox(settings.dataFolder, say);
  onStop('mailbox', () => mailbox.process.stop(5_000), mailbox.process.kill);
  return mailbox;
}

/** What the web server and the worker are told; the owner's address and the key stay out. */
function environmentOf(
  settings: Configuration,
  secret: string,
  database: OpenDatabase,
  mail: Mail,
): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: '1',
    PORT: String(settings.port),
    INTERLOCK_DATA: settings.dataFolder,
    INTERLOCK_URL: settings.url,
    INTERLOCK_SECRET: secret,
    INTERLOCK_APP_DATABASE_URL: appUrl(database.ownerUrl, secret),
    INTERLOCK_MAILBOX_URL: mail.webUrl ?? '',
    SMTP_URL: mail.smtpUrl,
    NEXTAUTH_URL: settings.url,
    NEXTAUTH_SECRET: deriveKey(secret, 'session').toString('hex'),
    // Set to nothing rather than left out: Next would take them from an .env file.
    DATABASE_URL: '',
    INTERLOCK_API_KEY: '',
  };
}

async function refuseTakenPort(port: number, host: string): Promise<void> {
  const failure = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
  if (!failure) return;
  const why = failure.code === 'EACCES' ? 'may not be used by this user' : 'is taken by another program';
  throw new Refusal(
    `Port ${port} ${why}. Choose another one: PORT=${port < 1024 ? 3000 : port + 1} npm start`,
  );
}

/**
 * Waits until the web server answers, and has it draw a page once: what all pages are made of is loaded with the first, which then
 * is nobody's who waits. As nobody has signed in, it leads to the sign-in.
 */
async function ready(
  { port, host }: Pick<Configuration, 'port' | 'host'>,
  web: Supervised,
  stopping: AbortSignal,
): Promise<void> {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const address = isIPv6(reached) ? `[${reached}]` : reached;
  let ended: string | undefined;
  void web.firstEnd.then((how) => (ended = how));
  while (!stopping.aborted) {
    if (ended) throw new Refusal(`${ended} before it answered. What it printed stands above.`);
    const answers = await fetch(`http://${address}:${port}/api/health`, {
      signal: AbortSignal.timeout(30_000),
    }).then(
      () => true,
      () => false,
    );
    if (answers) {
      await fetch(`http://${address}:${port}/inbox`, { signal: stopping }).catch(() => undefined);
      return;
    }
    await sleep(200);
  }
}

function banner(
  settings: Configuration,
  database: OpenDatabase,
  mailboxUrl: string | undefined,
  nobodyYet: boolean,
): string {
  const lines = [
    '',
    `  Interlock   ${settings.url}`,
    ...(mailboxUrl ? [`  Mailbox     ${mailboxUrl}`] : []),
    `  Data        ${database.embedded ? settings.dataFolder : `${new URL(database.ownerUrl).host} (DATABASE_URL)`}`,
    '',
  ];
  if (settings.demo && database.embedded) {
    const width = Math.max(...demoAccounts.map(({ email }) => email.length));
    lines.push(
      '  Sign in as',
      ...demoAccounts.map(
        ({ email, password, title }) => `    ${email.padEnd(width)}  ${password}  ${title}`,
      ),
      '',
    );
  }
  if (nobodyYet) {
    lines.push(
      '  Nobody can sign in yet. `npm run seed`, with the same settings, fills this database with the demo.',
      '',
    );
  }
  return [...lines, '  Ctrl-C stops it.', ''].join('\n');
}
