import { openDatabase } from '@/lib/cli/database';
import { runCommand } from '@/lib/cli/refusal';
import { replaceSecret } from '@/lib/cli/replace-secret';
import { readRunning, takeDataFolder } from '@/lib/cli/running';
import { readConfiguration } from '@/lib/configuration/configuration';
import { loadSecret } from '@/lib/configuration/secret';
import { migrate } from '@/lib/database/migrate';

/** `npm run migrate`: brings the database of the settings up to this release, also while the product does not run. */
await runCommand(async () => {
  const configuration = readConfiguration();
  const running = configuration.databaseUrl ? null : readRunning(configuration.dataFolder);
  if (running) return bringUp(running.ownerUrl);

  const release = configuration.databaseUrl ? () => undefined : takeDataFolder(configuration.dataFolder);
  const database = await openDatabase(configuration, console.log);
  try {
    await bringUp(database.ownerUrl);
  } finally {
    await database.stop();
    release();
  }

  async function bringUp(ownerUrl: string): Promise<void> {
    const applied = await migrate({ ownerUrl, secret: loadSecret(configuration), onEvent: console.log });
    await replaceSecret(configuration, ownerUrl, console.log);
    console.log(applied.length ? `${applied.length} migrations applied.` : 'The database is up to date.');
  }
});
