import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isTest, sources } from '@/lib/testing/architecture/sources';

const files = sources();
const named = (pattern: RegExp) => files.map(({ file }) => file).filter((file) => pattern.test(file));

test("files are named in kebab-case, as the product's words are", () => {
  const odd = files
    .map(({ file }) => file)
    .filter(
      (file) =>
        !/^[a-z0-9]+(-[a-z0-9]+)*(\.(db\.test|test|spec|d))?\.(ts|tsx|mjs)$/.test(path.basename(file)),
    )
    // Next's names for a segment with parameters are folders; the laws of the database are numbered.
    .filter((file) => !file.startsWith('prisma/guarantees/'));

  expect(odd).toEqual([]);
});

test('no file is named for being of use: its name is a noun of the product', () => {
  expect(named(/\/(utils?|helpers?|common|index|misc|shared|constants|types)\.(ts|tsx)$/)).toEqual([]);
});

test('server actions stand in lib/<capability>/actions.ts and nowhere else', () => {
  const withDirective = files
    .filter(({ text }) => /^\s*['"]use server['"]/m.test(text))
    .map(({ file }) => file);
  const actions = named(/^lib\/[a-z-]+\/actions\.ts$/);

  expect(withDirective.sort()).toEqual(actions.sort());
});

test('the transition function of the database is called by one file of the product', () => {
  const callers = files
    .filter(
      ({ file, text }) =>
        /^(app|components|lib)\//.test(file) && !isTest(file) && /public\.transition\(/i.test(text),
    )
    .map(({ file }) => file);

  expect(callers).toEqual(['lib/runtime/transition.ts']);
});

test('browser tests are journeys of a person: e2e/<person>/<journey>.spec.ts', () => {
  expect(
    named(/^e2e\//).filter((file) => !/^e2e\/((pages|setup)\/|[a-z-]+\/[a-z0-9-]+\.spec\.ts$)/.test(file)),
  ).toEqual([]);
});

test('.env.example describes every setting', () => {
  const source = readFileSync('lib/configuration/configuration.ts', 'utf8');
  const settings = [...source.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name);
  const described = readFileSync('.env.example', 'utf8');
  // What `npm start` hands to its own processes is nobody's to set.
  const internal = ['INTERLOCK_APP_DATABASE_URL', 'INTERLOCK_MAILBOX_URL'];

  expect(settings.length).toBeGreaterThan(8);
  for (const name of settings) {
    if (!internal.includes(name ?? '')) expect(described).toMatch(new RegExp(`^#? ?${name}=`, 'm'));
  }
});
