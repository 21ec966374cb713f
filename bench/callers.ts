import type { Pool } from 'pg';
import { transition } from '@/lib/runtime/transition';
import { type Move, instanceId } from './instances';

/** One measured run. */
export type Run = {
  readonly moves: number;
  readonly seconds: number;
  /** Of each move, in milliseconds. */
  readonly latencies: readonly number[];
};

/** Moves `perCaller` instances by each of the callers, which run at once, through `transition()`. */
export async function runCallers(
  pool: Pool,
  move: Move,
  from: number,
  callers: number,
  perCaller: number,
): Promise<Run> {
  const latencies: number[] = [];
  const caller = async (number: number) => {
    for (let index = 0; index < perCaller; index += 1) {
      const id = instanceId(from + number * perCaller + index);
      const begun = performance.now();
      const target = { tenantId: move.tenantId, instanceId: id, before: move.before };
      const result = await transition(pool, target, move.plan, move.mover);
      latencies.push(performance.now() - begun);
      if (!result.ok) throw new Error(`The move of ${id} was refused: ${result.refusal.message}`);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: callers }, (_, number) => caller(number)));
  return { moves: callers * perCaller, seconds: (performance.now() - begun) / 1000, latencies };
}
