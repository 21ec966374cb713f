import { parseArgs } from 'node:util';
import { runningDatabase } from '@/lib/cli/database';
import { runCommand } from '@/lib/cli/refusal';
import { readConfiguration } from '@/lib/configuration/configuration';
import { loadSecret } from '@/lib/configuration/secret';
import { appUrl } from '@/lib/database/roles';

/**
 * `npm run --silent db:url`: prints the app role's connection string of the running product (for psql);
 * with `-- --owner` the owner's.
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { owner: { type: 'boolean', default: false } } });
  const configuration = readConfiguration();
  const ownerUrl = runningDatabase(configuration);
  console.log(values.owner ? ownerUrl : appUrl(ownerUrl, loadSecret(configuration)));
});
