import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { replayLog, type Host } from '@/lib/replay-log/replay-log';
import { startTemporaryProduct, type TemporaryProduct } from '@/lib/replay-log/temporary-product';

const usage = `Plays an event log on Interlock and compares the histories with it.

  npm run replay-log -- FILE [--url URL] [--concurrency N]

  FILE           an event log in XES, plain or packed with gzip (.xes, .xes.gz)
  --url          a running product; the key of an administrator is taken from INTERLOCK_API_KEY.
                 Without it, the product is started in a temporary folder and stopped at the end.
  --concurrency  cases played at once, 1 to 256 (default 8)

It ends with 0 when every case went as its trace says, 1 when not, 2 when it could not be played.`;

const root = fileURLToPath(new URL('../..', import.meta.url));
const exitCodes = { as_traced: 0, otherwise: 1, unreadable: 2 } as const;
const breakOff = new AbortController();
let product: TemporaryProduct | undefined;
let exitCode: number | undefined;

async function main(): Promise<number> {
  const settings = readArguments();
  if (typeof settings === 'string') {
    console.error(`${settings}\n\n${usage}`);
    return 2;
  }
  const { file, url, concurrency } = settings;
  const { outcome, text } = await replayLog(file, hostAt(url), { concurrency, onProgress: showProgress() });
  if (outcome === 'unreadable') console.error(text);
  else console.log(text);
  return exitCodes[outcome];
}

function readArguments(): { file: string; url: string | undefined; concurrency: number } | string {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        concurrency: { type: 'string', default: '8' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) return 'Help:';
    const [named, ...more] = positionals;
    if (named === undefined || more.length > 0) return 'Name one file.';
    // npm changes into the product's folder and says here where it was called.
    const file = resolve(process.env['INIT_CWD'] ?? '.', named);
    const concurrency = Number(values.concurrency);
    if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 256) {
      return '--concurrency must be a whole number from 1 to 256.';
    }
    if (values.url === undefined) return { file, url: undefined, concurrency };
    if (!/^https?:\/\/[^/]/.test(values.url))
      return '--url must be an address such as http://localhost:3000.';
    if (!process.env['INTERLOCK_API_KEY']) {
      return 'Set INTERLOCK_API_KEY to the key of an administrator of the product at --url.';
    }
    return { file, url: values.url, concurrency };
  } catch (error) {
    return (error as Error).message;
  }
}

function hostAt(url: string | undefined): Host {
  return async () => {
    if (url !== undefined) return { url, key: process.env['INTERLOCK_API_KEY'] ?? '' };
    console.error('Starting Interlock in a temporary folder …');
    product = await startTemporaryProduct(root, process.env, {
      signal: breakOff.signal,
      onLine: (line) => console.error(`  ${line}`),
    });
    return product;
  };
}

/** On a terminal, one line that is written over; elsewhere nothing. */
function showProgress() {
  if (!process.stderr.isTTY) return undefined;
  return (what: 'playing' | 'checking', done: number, of: number) => {
    if (done % 10 === 0 || done === of) process.stderr.write(`\r${what} ${done} of ${of} cases\x1b[K`);
    if (done === of) process.stderr.write('\r\x1b[K');
  };
}

/** A product that is still starting stops itself; `main` ends with it. */
function onSignal(code: number): void {
  exitCode = code;
  breakOff.abort();
  if (product !== undefined) void stopAndExit(code);
}

async function stopAndExit(code: number): Promise<never> {
  await product?.stop();
  process.exit(exitCode ?? code);
}

// Not `once`: npm passes on what the terminal has sent here already, and a signal without a handler would end us at
// once and leave the product running.
process.on('SIGINT', () => onSignal(130));
process.on('SIGTERM', () => onSignal(143));
main().then(stopAndExit, async (error: unknown) => {
  if (exitCode === undefined) console.error(error instanceof Error ? error.message : String(error));
  await stopAndExit(2);
});
