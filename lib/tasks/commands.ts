import type { Actor } from '@/lib/people/actor';
import type { Result } from '@/lib/people/refusal';
import type { DecidedTask, DecideTask } from './schema';

export async function claimTask(actor: Actor, id: string): Promise<Result<DecidedTask>> {
  throw new Error(`being written ${actor.name}${id}`);
}
export async function releaseTask(
  actor: Actor,
  id: string,
  reason: string | null = null,
): Promise<Result<DecidedTask>> {
  throw new Error(`being written ${actor.name}${id}${reason}`);
}
export async function decideTask(
  actor: Actor,
  id: string,
  decision: DecideTask,
): Promise<Result<DecidedTask>> {
  throw new Error(`being written ${actor.name}${id}${String(decision)}`);
}
