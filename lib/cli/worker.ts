import { startAlerts } from '@/lib/alerts/watcher';
import { startBulkJobs } from '@/lib/bulk-jobs/runner';
import { runningDatabase } from '@/lib/cli/database';
import { mailboxSmtpUrl } from '@/lib/cli/mailbox';
import { Refusal } from '@/lib/cli/refusal';
import { untilStopped } from '@/lib/cli/shutdown';
import { readConfiguration } from '@/lib/configuration/configuration';
import { loadSecret } from '@/lib/configuration/secret';
import { createPool, useAppPool } from '@/lib/database/pool';
import { demoFunctions } from '@/lib/demo/functions';
import { startNotifier } from '@/lib/notifications/notifier';
import { registerFunctions } from '@/lib/runtime/activities/functions';
import { loadPlugins } from '@/lib/runtime/activities/load-plugins';
import { startRetention } from '@/lib/retention/archiver';
import { startWorker } from '@/lib/runtime/worker';
import { startTaskWatch } from '@/lib/tasks/stranded';

// `npm start` runs this beside the web server. `npm run worker` runs one more, on this host (INTERLOCK_DATA of the
// running product) or on another (DATABASE_URL and INTERLOCK_SECRET of the product).
await untilStopped(
  // Under `npm start`, the supervisor speaks for its processes.
  (message) => process.env.INTERLOCK_SUPERVISOR || console.log(`· ${message}`),
  async ({ onStop }) => {
    const configuration = readConfiguration();
    await loadPlugins(configuration.plugins);
    const { ownerUrl, appUrl } = runningDatabase(configuration);
    const smtpUrl = configuration.smtpUrl ?? mailboxSmtpUrl(configuration.dataFolder);
    if (!smtpUrl)
      throw new Refusal('A worker sends mail: set SMTP_URL to the mail server of the running product.');

    const pool = createPool(appUrl);
    useAppPool(pool);
    onStop('pool', () => pool.end());
    if (configuration.demo) registerFunctions(demoFunctions);
    const secret = loadSecret(configuration);
    const worker = await startWorker({ configuration, ownerUrl, smtpUrl, secret });
    onStop('worker', () => worker.stop());
    const jobs = startBulkJobs();
    onStop('bulk jobs', () => jobs.stop());
    const tasks = startTaskWatch();
    onStop('watch over tasks', () => tasks.stop());
    const retention = startRetention(configuration.retentionDays);
    onStop('retention', () => retention.stop());
    const notifier = startNotifier({ smtpUrl, secret, url: configuration.url });
    onStop('notifier', () => notifier.stop());
    const { url, allowedHosts } = configuration;
    const alerts = startAlerts({ smtpUrl, secret, url, allowedHosts });
    onStop('alerts', () => alerts.stop());
  },
);
