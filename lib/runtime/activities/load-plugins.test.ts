import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registeredFunctionNames } from './functions';
import { loadPlugins } from './load-plugins';
import { registeredPlugin, registeredPluginTypes } from './plugins';

let folder: string;

beforeAll(() => {
  // Beneath the clone, from where a module finds zod.
  folder = mkdtempSync(path.resolve('node_modules/.cache-plugins-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function module(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

test('the example’s activity types are known after loading, with the schema of their settings', async () => {
  await loadPlugins([path.resolve('lib/activity-plugin-example/chat.ts')]);

  expect(registeredPluginTypes()).toMatchObject([
    {
      type: 'chat.post-message',
      name: 'Post a chat message',
      settingsSchema: {
        type: 'object',
        required: ['webhook', 'text'],
        properties: { text: { type: 'string', maxLength: 4000, description: 'What the message says.' } },
        additionalProperties: false,
      },
    },
    { type: 'chat.remove-message', description: null },
  ]);
});

test('a module in JavaScript brings activity types and functions', async () => {
  const file = module(
    'both.mjs',
    `import { z } from 'zod';
     export const activities = [{ type: 'acme.scan', name: 'Scan', settings: z.object({}), run: async () => ({}) }];
     export const functions = { 'acme-sum': async () => 1 };`,
  );
  await loadPlugins([file]);

  expect(registeredPlugin('acme.scan')?.name).toBe('Scan');
  expect(registeredFunctionNames()).toContain('acme-sum');
});

test('everything that is wrong is told at once, and nothing of it is registered', async () => {
  const files = [
    module('nothing.mjs', 'export const other = 1;'),
    module('broken.mjs', 'throw new Error("not today");'),
    module(
      'several.mjs',
      `const run = async () => ({});
       export const activities = [
         { type: 'CALL_API', name: 'Mine', run },
         { type: 'acme.unnamed', run },
         { type: 'acme.idle', name: 'Idle' },
         { type: 'acme.loose', name: 'Loose', run, settings: { type: 'object' } },
         { type: 'acme.list', name: 'List', run, settings: {}, retryOn: ['Error'] },
       ];
       export const functions = { sum: 3, 'acme-other': run };`,
    ),
    path.join(folder, 'missing.mjs'),
  ];
  const message = await loadPlugins(files).then(
    () => '',
    (error: Error) => error.message,
  );

  for (const part of [
    'nothing.mjs must export `activities`',
    'broken.mjs cannot be loaded: not today',
    'activities[0] must have a type like vendor.name',
    'activities[1] (acme.unnamed) must have a name',
    'activities[2] (acme.idle) must have a function run',
    'activities[3] (acme.loose) must have a Zod 4 schema',
    'activities[4] (acme.list) must have a list of error classes',
    'functions.sum must be a function',
    'missing.mjs cannot be loaded',
  ]) {
    expect(message).toContain(part);
  }
  expect(registeredFunctionNames()).not.toContain('acme-other');
});

test('the same type twice is refused', async () => {
  const text = `import { z } from 'zod';
    const one = { type: 'acme.twice', name: 'Twice', settings: z.object({}), run: async () => ({}) };
    export const activities = [one, one];`;

  await expect(loadPlugins([module('twice.mjs', text)])).rejects.toThrow(
    'brings acme.twice, which is there already',
  );
});
