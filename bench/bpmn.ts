import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { readBpmn } from '@/lib/bpmn/read-bpmn';
import { bpmnRoundTrip } from '@/lib/testing/bpmn-round-trip';

/**
 * `npm run bench:bpmn [folder…]`: imports every BPMN file of the folders and prints, by folder, the share that is taken over
 * with no loss, and what was lost most often; and exports each and imports it again. Ends with 1 when an import crashes, or
 * when what comes back differs.
 */
const given = process.argv.slice(2);
const base = ['../shared/inputs', '../../shared/inputs'].find((one) => existsSync(one));
const folders =
  given.length > 0
    ? given
    : base === undefined
      ? []
      : readdirSync(base).flatMap((name) => (name.startsWith('bpmn-') ? `${base}/${name}` : []));
if (folders.length === 0)
  console.log('There is no folder with BPMN files. Name one: npm run bench:bpmn FOLDER');

let crashed = 0;
let unstable = 0;
for (const folder of folders) {
  const files = readdirSync(folder).filter((name) => /\.(bpmn|xml)$/.test(name));
  const lost = new Map<string, number>();
  let stable = 0;
  const tally = { whole: 0, replaced: 0, lossy: 0, broken: 0, refused: 0 };
  for (const name of files) {
    try {
      const imported = await readBpmn(readFileSync(`${folder}/${name}`, 'utf8'));
      const kinds = new Set(imported.notes.map(({ kind }) => kind));
      for (const { kind, what } of imported.notes)
        if (kind === 'lost') lost.set(what, (lost.get(what) ?? 0) + 1);
      if (!imported.ok) tally.refused += 1;
      else if (kinds.has('broken')) tally.broken += 1;
      else if (kinds.has('lost')) tally.lossy += 1;
      else if (kinds.has('replaced')) tally.replaced += 1;
      else tally.whole += 1;
      if (!imported.ok) continue;
      const { again, expected } = await bpmnRoundTrip(imported);
      if (isDeepStrictEqual(again, expected)) stable += 1;
      else {
        unstable += 1;
        console.log(`${name} COMES BACK DIFFERENT`);
      }
    } catch (error) {
      crashed += 1;
      console.log(`${name} CRASHED: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const noLoss = tally.whole + tally.replaced;
  console.log(
    `${folder.replace(/^.*\//, '')}: ${files.length} files, ${noLoss} with no loss (${Math.round((100 * noLoss) / Math.max(1, files.length))} %)`,
  );
  console.log(
    `  as they stand ${tally.whole}, with something to look at ${tally.replaced}, with losses ${tally.lossy}, broken in themselves ${tally.broken}, refused ${tally.refused}`,
  );
  console.log(`  the same again after export and import: ${stable} of ${files.length - tally.refused}`);
  for (const [what, count] of [...lost].sort(([, a], [, b]) => b - a).slice(0, 6))
    console.log(`  ${count} × ${what}`);
}
process.exitCode = crashed > 0 || unstable > 0 ? 1 : 0;
