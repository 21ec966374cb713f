import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deriveKey, derivePassword, loadSecret } from '@/lib/configuration/secret';

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(path.join(tmpdir(), 'interlock-secret-'));
});
afterEach(() => rmSync(dataFolder, { recursive: true }));

test('a given secret is used and nothing is written', () => {
  const secret = 'x'.repeat(32);

  expect(loadSecret({ secret, dataFolder })).toBe(secret);
  expect(() => statSync(path.join(dataFolder, 'secret'))).toThrow();
});

test('a secret is made once, in a folder that may be missing, and only its owner can read it', () => {
  const folder = path.join(dataFolder, 'new', 'data');

  const first = loadSecret({ secret: undefined, dataFolder: folder });

  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(loadSecret({ secret: undefined, dataFolder: folder })).toBe(first);
  expect(statSync(path.join(folder, 'secret')).mode & 0o777).toBe(0o600);
});

test('a damaged secret is refused with what to do', () => {
  writeFileSync(path.join(dataFolder, 'secret'), 'abc');

  expect(() => loadSecret({ secret: undefined, dataFolder })).toThrow(/damaged.*Restore it/);
});

test('keys of different purposes and passwords of different names differ, and come out the same again', () => {
  const secret = 's'.repeat(40);

  expect(deriveKey(secret, 'session')).toHaveLength(32);
  expect(deriveKey(secret, 'session')).toEqual(deriveKey(secret, 'session'));
  expect(deriveKey(secret, 'session')).not.toEqual(deriveKey(secret, 'secrets'));
  expect(derivePassword(secret, 'app-role', 'a')).not.toBe(derivePassword(secret, 'app-role', 'b'));
});
