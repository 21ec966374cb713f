import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import type { Finding } from '@/lib/engine/definition/finding';
import { lint } from '@/lib/engine/definition/lint';
import { parseDefinition } from '@/lib/engine/definition/parse';
import { scenariosSchema } from '@/lib/engine/simulation/scenario';
import { withScenarios } from '@/lib/engine/simulation/scenario-findings';
import { mayDecide } from '@/lib/tasks/authority';

const usage = `Definitions as files, for keeping them in git.

  npx interlock lint FILE…            what publishing would find; names of roles, rules and functions are not checked
  npx interlock publish FILE… --url URL   saves each as the draft of a running product and publishes it

  FILE   a definition as JSON, what an export gave ({definition, layout, scenarios}), or a TypeScript or JavaScript
         module whose default export is one (define() of lib/engine/definition/define.ts types it)
  --url  address of the product; the key is taken from INTERLOCK_API_KEY

It ends with 0 when all is well, 1 when a file has errors or was refused, 2 when it could not be read.`;

type Draft = { readonly definition: unknown; readonly layout?: unknown; readonly scenarios?: unknown };

/** Nothing is known of an organization here. */
const anywhere = {
  roles: null,
  rules: null,
  functions: null,
  secrets: null,
  definitions: null,
  activityTypes: null,
};

process.exitCode = await main();

async function main(): Promise<number> {
  let command: string | undefined;
  let files: string[];
  let url: string | undefined;
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { url: { type: 'string' } },
    });
    [command, ...files] = positionals;
    url = values.url;
  } catch (error) {
    return wrongly(error instanceof Error ? error.message : String(error));
  }
  if (files.length === 0 || (command !== 'lint' && command !== 'publish'))
    return wrongly('Say what to do with which file.');
  if (command === 'publish' && url === undefined) return wrongly('Say where to publish: --url http://…');
  if (command === 'publish' && !process.env['INTERLOCK_API_KEY'])
    return wrongly('Put the key of a publisher into INTERLOCK_API_KEY.');
  let worst = 0;
  for (const file of files) {
    const draft = await read(file);
    const code =
      draft === null ? 2 : url === undefined ? lintOne(file, draft) : await publishOne(file, draft, url);
    worst = Math.max(worst, code);
  }
  return worst;
}

function wrongly(message: string): number {
  console.error(`${message}\n\n${usage}`);
  return 2;
}

async function read(file: string): Promise<Draft | null> {
  try {
    const json: unknown = /\.[mc]?[jt]s$/.test(file)
      ? ((await import(pathToFileURL(path.resolve(file)).href)) as { default: unknown }).default
      : JSON.parse(readFileSync(file, 'utf8'));
    const isWrapped = typeof json === 'object' && json !== null && 'definition' in json && !('steps' in json);
    return isWrapped ? (json as Draft) : { definition: json };
  } catch (error) {
    console.error(`${file}: cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

function lintOne(file: string, { definition, scenarios }: Draft): number {
  const parsed = parseDefinition(definition);
  const cases = scenariosSchema.safeParse(scenarios ?? []);
  if (!cases.success) console.log(`${file}: error: the scenarios cannot be read`);
  const findings = parsed.ok
    ? withScenarios(lint(parsed.definition, anywhere), parsed.definition, cases.data ?? [], mayDecide)
    : parsed.findings;
  return say(file, findings) || !cases.success ? 1 : 0;
}

/** Prints findings, one a line. @returns whether one of them is an error */
function say(
  file: string,
  findings: readonly Pick<Finding, 'severity' | 'code' | 'path' | 'message' | 'mend'>[],
): boolean {
  for (const { severity, code, path: at, message, mend } of findings)
    console.log(`${file}${at}: ${severity}: ${message} ${mend} [${code}]`);
  if (findings.length === 0) console.log(`${file}: nothing to mend`);
  return findings.some(({ severity }) => severity === 'error');
}

async function publishOne(file: string, draft: Draft, url: string): Promise<number> {
  const { definition } = draft;
  const key = String((definition as { readonly key?: unknown } | null)?.key ?? '');
  const address = `${url.replace(/\/$/, '')}/api/workflows/definitions/${encodeURIComponent(key)}`;
  try {
    const present = await ask(address, 'GET');
    const ifMatch: Record<string, string> = present.status === 404 ? {} : { 'if-match': present.etag ?? '' };
    const saved = await ask(address, 'PUT', draft, ifMatch);
    if (saved.status >= 300) return refused(file, saved.body);
    const published = await ask(`${address}/publish`, 'POST', undefined, { 'if-match': saved.etag ?? '' });
    if (published.status >= 300) return refused(file, published.body);
    say(file, (published.body['findings'] ?? []) as Finding[]);
    console.log(`${file}: ${key} is published as version ${String(published.body['version'])}`);
    return 0;
  } catch (error) {
    console.error(
      `${file}: ${url} does not answer: ${error instanceof Error ? error.message : String(error)}`,
    );
    return 2;
  }
}

function refused(file: string, body: Readonly<Record<string, unknown>>): number {
  console.log(`${file}: refused: ${String(body['detail'] ?? 'no reason was given')}`);
  const findings = body['findings'];
  if (Array.isArray(findings)) say(file, findings as Finding[]);
  return 1;
}

type Answered = {
  readonly status: number;
  readonly etag: string | null;
  readonly body: Record<string, unknown>;
};

async function ask(
  address: string,
  method: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const response = await fetch(address, {
    method,
    headers: {
      authorization: `Bearer ${process.env['INTERLOCK_API_KEY'] ?? ''}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    etag: response.headers.get('etag'),
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}
