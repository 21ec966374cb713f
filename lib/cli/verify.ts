import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runningProduct } from '@/lib/cli/database';
import { Refusal, runCommand } from '@/lib/cli/refusal';
import { readConfiguration } from '@/lib/configuration/configuration';
import { createPool } from '@/lib/database/pool';
import { verifyEvidence } from '@/lib/runtime/evidence-file';
import { type Checked, everyInstance, findInstance, verifyInstances } from '@/lib/runtime/verification-run';

const usage = `Checks histories: computes every hash again, replays all events, and compares with what is stored.

  npm run verify -- --all
  npm run verify -- --instance ID
  npm run verify -- --file FILE

  A file is the evidence of one instance; its chain is computed from nothing but the file (docs/verify-evidence.mjs does the
  same without the product). The others look at the database of DATABASE_URL, else at that of the running product. It only reads. The exit code is 0 when
  everything that was checked is whole, 1 otherwise.`;

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

await runCommand(async () => {
  const { all, instance, file } = options();
  if (file !== undefined) return verifyFile(file);
  const configuration = readConfiguration();
  const ownerUrl = configuration.databaseUrl ?? runningProduct(configuration).ownerUrl;
  const owner = createPool(ownerUrl, { application_name: 'interlock-verify' });
  try {
    const one = instance === undefined ? null : await findInstance(owner, instance);
    if (!all && !one) throw new Refusal(`There is no instance ${instance}.`);
    const { checked, failed } = await verifyInstances(owner, one ? [one] : everyInstance(owner), report);
    console.log(`${checked} ${checked === 1 ? 'instance' : 'instances'} checked, ${failed} failed.`);
    return failed > 0 ? 1 : 0;
  } finally {
    await owner.end();
  }
});

function verifyFile(file: string): number {
  const verdict = verifyEvidence(readEvidence(file));
  if (!verdict.ok) {
    console.log(verdict.problem);
    return 1;
  }
  const erased = verdict.erased > 0 ? ` The data of ${verdict.erased} were erased; their hashes stand.` : '';
  console.log(`${verdict.events} events, whole.${erased} The last hash is ${verdict.lastHash}.`);
  return 0;
}

function readEvidence(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Refusal(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

type Options = {
  readonly all: boolean;
  readonly instance: string | undefined;
  readonly file: string | undefined;
};

function options(): Options {
  try {
    const { values } = parseArgs({
      options: {
        all: { type: 'boolean', default: false },
        instance: { type: 'string' },
        file: { type: 'string' },
      },
    });
    const { all, instance, file } = values;
    if ([all, instance !== undefined, file !== undefined].filter(Boolean).length !== 1)
      throw new Refusal(usage);
    if (instance !== undefined && !uuid.test(instance))
      throw new Refusal(`${instance} is no id of an instance.`);
    return { all, instance, file };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

/** Prints what is wrong with an instance; one that is whole needs no words. */
function report({ tenantId, instanceId, verification }: Checked): void {
  if (verification.ok) return;
  console.log(`Instance ${instanceId} (tenant ${tenantId}), ${verification.events} events:`);
  if (verification.chain !== 'whole')
    console.log(`  the chain is broken at event ${verification.chain.brokenAt}`);
  for (const { path, stored, replayed } of verification.differences) {
    console.log(
      `  ${path || 'the snapshot'}: stored ${JSON.stringify(stored)}, replayed ${JSON.stringify(replayed)}`,
    );
  }
}
