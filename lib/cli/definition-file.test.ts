import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaveRequest } from '@/lib/definitions/templates/leave-request';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'interlock-lint-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function interlock(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['lib/cli/interlock.mjs', ...args], {
    encoding: 'utf8',
    env: { ...process.env, INTERLOCK_API_KEY: '' },
  });
  return { status, stdout, stderr };
}

test('interlock lint says what is wrong in each file, and ends with 1', () => {
  const good = path.join(folder, 'good.json');
  const bad = path.join(folder, 'bad.json');
  writeFileSync(good, JSON.stringify(leaveRequest));
  writeFileSync(bad, JSON.stringify({ definition: { ...leaveRequest, transitions: [] } }));

  const { status, stdout } = interlock('lint', good, bad);

  expect(stdout).toContain(`${good}: nothing to mend`);
  expect(stdout).toMatch(/bad\.json\/steps\/\d+: error: .*\[no_transition_out\]/);
  expect(status).toBe(1);
}, 60_000);

test('interlock says how it is used when it is not, and ends with 2', () => {
  expect(interlock('publish', 'x.json')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--url'),
  });
  expect(interlock('publish', 'x.json', '--url', 'http://127.0.0.1:1')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('INTERLOCK_API_KEY'),
  });
}, 60_000);
