import { isEmpty, runningDatabase } from '@/lib/cli/database';
import { mailboxSmtpUrl } from '@/lib/cli/mailbox';
import { Refusal, runCommand } from '@/lib/cli/refusal';
import { readConfiguration } from '@/lib/configuration/configuration';
import { loadSecret } from '@/lib/configuration/secret';
import { migrate } from '@/lib/database/migrate';
import { createPool, useAppPool } from '@/lib/database/pool';
import { seedDemo } from '@/lib/demo/seed';

/** `npm run seed`: fills the empty database of DATABASE_URL, or of the running product, with the demo. */
await runCommand(async () => {
  const configuration = readConfiguration();
  const { ownerUrl, appUrl } = runningDatabase(configuration);
  if (configuration.databaseUrl) {
    await migrate({ ownerUrl, secret: loadSecret(configuration), onEvent: console.log });
  }
  if (!(await isEmpty(ownerUrl)))
    throw new Refusal('The database is not empty; the demo goes into an empty one only.');

  useAppPool(createPool(appUrl));
  const smtpUrl = configuration.smtpUrl ?? mailboxSmtpUrl(configuration.dataFolder);
  if (!smtpUrl) throw new Refusal('The demo sends mail: set SMTP_URL to a mail server.');
  const { requests, strays } = await seedDemo({
    configuration,
    ownerUrl,
    smtpUrl,
    secret: loadSecret(configuration),
  });
  console.log(`The demo is in place, with ${requests} requests.`);
  return strays.length > 0 ? 1 : 0;
});
