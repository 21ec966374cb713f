import type { Task } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Checked, recordRun, someInstances, verifyInstances } from '@/lib/runtime/verification-run';

/** Instances that the daily sample checks (DESIGN 8.9). */
const sampleSize = 100;

/**
 * When the sample is taken, as Graphile's crontab says it: every day at three o'clock UTC, by one worker of all. A day on
 * which no worker ran is made up for.
 */
export const verifySampleCron =
  '0 3 * * * verify-sample ?id=verify-sample&fill=1d&max=3&jobKey=verify-sample';

/** Graphile task `verify-sample`: checks chain and replay of some instances, logs it, and keeps the result. */
export function verifySample(owner: Pool, log: Logger): Task {
  return async () => {
    const startedAt = new Date();
    const all: Checked[] = [];
    const places = await someInstances(owner, sampleSize);
    const found = await verifyInstances(
      owner,
      places,
      (one) => {
        all.push(one);
        if (one.verification.ok) return;
        const { tenantId: tenant, instanceId: instance, verification } = one;
        log.error({ tenant, instance, verification }, 'THE HISTORY OF AN INSTANCE DOES NOT VERIFY');
      },
      1,
    );
    await recordRun(owner, startedAt, all);
    if (found.failed > 0) log.error(found, 'the daily verification found histories that do not verify');
    else log.info(found, 'the daily verification found nothing wrong');
  };
}
