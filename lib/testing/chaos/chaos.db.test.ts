import { expect, test } from 'vitest';
import * as completeRoute from '@/app/api/workflows/workers/complete/route';
import * as extendRoute from '@/app/api/workflows/workers/extend/route';
import * as failRoute from '@/app/api/workflows/workers/fail/route';
import * as fetchRoute from '@/app/api/workflows/workers/fetch-and-lock/route';
import { chaosRun } from './chaos-run';
import { describeFigures } from './figures';

/** `npm run chaos` sets these; what `npm test` runs takes about 90 seconds in all. */
const seed = Number(process.env.CHAOS_SEED ?? 20261129);
const seconds = Number(process.env.CHAOS_SECONDS ?? 60);
const rate = Number(process.env.CHAOS_RATE ?? 1.5);

const say = (line: string) => void process.stdout.write(`${line}\n`);

test(
  'whatever is killed, paused or cut off, every instance ends or is a person’s to act on, and each effect has one key',
  { timeout: (seconds + 400) * 1000 },
  async () => {
    say(
      `Chaos for ${seconds} s with seed ${seed} (CHAOS_SEED=${seed} repeats it), ${rate} instances a second.`,
    );
    const { findings, ...figures } = await chaosRun({
      seed,
      seconds,
      rate,
      say,
      routes: {
        '/api/workflows/workers/fetch-and-lock': fetchRoute.POST,
        '/api/workflows/workers/extend': extendRoute.POST,
        '/api/workflows/workers/complete': completeRoute.POST,
        '/api/workflows/workers/fail': failRoute.POST,
      },
    });
    say(describeFigures(figures));
    for (const finding of findings) say(`WRONG: ${finding}`);
    say(findings.length === 0 ? 'Verdict: all holds.' : `Verdict: ${findings.length} findings.`);

    expect(findings).toEqual([]);
    // A run in which nothing was struck would show nothing.
    for (const [what, least] of [
      ['workerKills', 1],
      ['workerPauses', 1],
      ['externalKills', 1],
      ['databaseKills', 1],
      ['cuts', 1],
      ['recoveries', 1],
      ['undone', 1],
      ['timersFired', 1],
      ['signalsConsumed', 1],
    ] as const) {
      expect(figures[what], what).toBeGreaterThanOrEqual(least);
    }
  },
);
