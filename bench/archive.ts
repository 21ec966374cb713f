import { pauseInstance, resumeInstance } from '@/lib/instances/commands';
import type { Actor } from '@/lib/people/actor';
import { archiveAll } from '@/lib/retention/archiver';
import { take } from '@/lib/testing/builders/refund-world';
import { percentile, verdict } from './report';
import { copyInstances, openSupport } from './support-rows';

/** Ended instances whose histories go into the archive. */
const ended = Number(process.env['COUNT'] ?? 100_000);
/** Live load: callers, and the milliseconds from one move of a caller to its next, whether the one before has ended or not. */
const callers = 4;
const every = 40;
const rounds = 5;
const secondsOfRound = 8;
/** Goal of issue 6: p95 of live moves beside the archive, in units of p95 alone. */
const goal = 1.2;

/**
 * Live moves through the use case of the screens, alone and beside the archive in turns, at a rate that leaves the machine room.
 * @returns 1 where the archive raises their p95 by more than the goal allows
 */
export async function measureArchive({ quick }: { readonly quick: boolean }): Promise<number> {
  const { owner, app, world, templates, close } = await openSupport();
  try {
    // Two thirds of the copies have ended.
    await copyInstances(owner, world.tenantId, templates, 0, quick ? 15_000 : Math.ceil(ended * 1.5));
    const sam = await world.person('sam');
    const ids: string[] = [];
    for (let n = 0; n < 40; n += 1) ids.push((await world.start()).id);
    const sides = { alone: [] as number[], archiving: [] as number[] };
    let moved = 0;
    await load(sam, ids, 2);
    for (let round = 0; round < rounds; round += 1) {
      for (const side of round % 2 ? (['archiving', 'alone'] as const) : (['alone', 'archiving'] as const)) {
        const stopping = new AbortController();
        const archive = side === 'archiving' ? archiveAll(app, 0, stopping.signal) : Promise.resolve(0);
        sides[side].push(...(await load(sam, ids, secondsOfRound)));
        stopping.abort();
        moved += await archive;
      }
    }
    const [alone, beside] = [sides.alone, sides.archiving].map((waits) => {
      const sorted = waits.sort((left, right) => left - right);
      return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), moves: sorted.length };
    });
    for (const [name, { p50, p95, moves }] of [
      ['alone', alone!],
      ['beside the archive', beside!],
    ] as const)
      console.log(
        `  ${name.padEnd(20)} ${moves} live moves   p50 ${p50.toFixed(1)} ms   p95 ${p95.toFixed(1)} ms`,
      );
    const perSecond = moved / (rounds * secondsOfRound);
    console.log(
      `  ${moved} histories archived, ${perSecond.toFixed(0)} a second: 100,000 take ${(100_000 / perSecond / 60).toFixed(1)} minutes`,
    );
    const ratio = beside!.p95 / alone!.p95;
    console.log(`  p95 beside the archive: ${verdict(ratio, goal, '× p95 alone')}`);
    return ratio <= goal ? 0 : 1;
  } finally {
    await close();
  }
}

/** Pauses and resumes instances in turn for so many seconds. @returns what each move took from when it was due, in milliseconds */
async function load(actor: Actor, ids: readonly string[], seconds: number): Promise<number[]> {
  const waits: number[] = [];
  const until = performance.now() + seconds * 1000;
  const caller = async (own: readonly string[]) => {
    const paused = new Set<string>();
    let due = performance.now();
    for (let turn = 0; due < until; turn += 1) {
      const id = own[turn % own.length]!;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      take(await (paused.has(id) ? resumeInstance : pauseInstance)(actor, id, { reason: 'Bench' }));
      if (!paused.delete(id)) paused.add(id);
      waits.push(performance.now() - due);
      due += every;
    }
    for (const id of paused) take(await resumeInstance(actor, id, { reason: 'Bench' }));
  };
  const share = Math.floor(ids.length / callers);
  await Promise.all(Array.from({ length: callers }, (_, n) => caller(ids.slice(n * share, (n + 1) * share))));
  return waits;
}
