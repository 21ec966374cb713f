import { POST } from '@/app/api/workflows/tasks/[id]/decide/route';
import { createPool, useAppPool } from '@/lib/database/pool';
import { raceApprovers } from '@/lib/testing/approver-race';
import { percentile, verdict } from './report';
import { startServer } from './server';

/** Milliseconds that 95 of 100 decisions may take (issue 4). */
const most = 300;

/** Approvers race on tasks over HTTP, three for each. @returns the exit code */
export async function measureRace({ quick }: { readonly quick: boolean }): Promise<number> {
  const size = quick ? 100 : 1_000;
  const server = await startServer();
  const owner = createPool(server.ownerUrl, { max: 2 });
  const app = createPool(server.appUrl, { max: 8 });
  useAppPool(app);
  try {
    console.log(`${server.description}\n`);
    const race = { approvers: size, tasks: size, rivals: 3, atOnce: 16 };
    const { decided, refused, others, waits, decisionsOfTasks } = await raceApprovers(owner, POST, race);
    console.log(
      `${size} approvers on ${size} tasks, ${race.rivals} for each, ${race.atOnce} requests at once`,
    );
    console.log(`  decided ${decided}, refused ${JSON.stringify(refused)}`);
    console.log(`  decisions in the histories of the tasks ${JSON.stringify(decisionsOfTasks)}`);
    console.log(
      `  p50 ${percentile(waits, 0.5).toFixed(0)} ms, p95 ${verdict(percentile(waits, 0.95), most, 'ms')}`,
    );
    for (const words of others.slice(0, 10)) console.log(`  odd: ${words}`);
    const once = decided === size && decisionsOfTasks[1] === size;
    return once && others.length === 0 && percentile(waits, 0.95) <= most ? 0 : 1;
  } finally {
    await Promise.all([owner.end(), app.end()]);
    await server.stop();
  }
}
