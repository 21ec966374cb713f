import { parseArgs } from 'node:util';
import { runningProduct } from '@/lib/cli/database';
import { runCommand } from '@/lib/cli/refusal';
import { readConfiguration } from '@/lib/configuration/configuration';

/**
 * `npm run --silent db:url`: prints the app role's connection string of the running product (for psql);
 * with `-- --owner` the owner's.
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { owner: { type: 'boolean', default: false } } });
  const running = runningProduct(readConfiguration());
  console.log(values.owner ? running.ownerUrl : running.appUrl);
});
