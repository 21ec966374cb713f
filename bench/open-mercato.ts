import path from 'node:path';
import { lint } from '@/lib/engine/definition/lint';
import { parseDefinition } from '@/lib/engine/definition/parse';
import type { convert } from './open-mercato/convert';
import { convertedFrom } from './open-mercato/folder';
import { runThrough } from './open-mercato/run-through';

/**
 * Expresses every definition of a folder of open-mercato's JSON files in ours, lints it and plays it to its end by the core:
 * `npm run bench:open-mercato FOLDER`. Ends with 1 when one of them has an error or comes to no end.
 */
function main(folder: string | undefined): number {
  if (folder === undefined) {
    console.error('Name the folder with the JSON files: npm run bench:open-mercato FOLDER');
    return 2;
  }
  let failed = 0;
  const all = convertedFrom(folder);
  for (const { file, definition: made, notes } of all) {
    const problem = problemOf(made);
    if (problem !== null) failed += 1;
    console.log(
      `${problem === null ? 'ok    ' : 'FAILED'} ${path.relative(folder, file)}: ${made.steps.length} steps, ${notes.length} notes${problem === null ? '' : `\n       ${problem}`}`,
    );
    if (process.env['NOTES'])
      for (const { element, what } of notes) console.log(`       ${element}: ${what}`);
  }
  console.log(
    `${all.length - failed} of ${all.length} are expressed, without a finding that is an error, and come to an end.`,
  );
  return failed === 0 ? 0 : 1;
}

function problemOf(made: ReturnType<typeof convert>['definition']): string | null {
  const parsed = parseDefinition(JSON.parse(JSON.stringify(made)));
  if (!parsed.ok) return parsed.findings.map(({ path: at, message }) => `${at} ${message}`).join('\n       ');
  const errors = lint(parsed.definition, {
    roles: null,
    rules: null,
    functions: null,
    secrets: null,
    definitions: null,
    activityTypes: null,
  }).filter(({ severity }) => severity === 'error');
  if (errors.length > 0)
    return errors.map(({ code, path: at, message }) => `${code} ${at} ${message}`).join('\n       ');
  return runThrough(parsed.definition).problem;
}

process.exitCode = main(process.argv[2]);
