import { setTimeout as pause } from 'node:timers/promises';
import { cancelInstance } from '@/lib/instances/commands';
import { startInstance } from '@/lib/instances/start';
import { getInstance } from '@/lib/instances/queries';
import type { InstanceDetail } from '@/lib/instances/schema';
import type { Actor } from '@/lib/people/actor';
import type { Result } from '@/lib/people/refusal';
import { claimTask, decideTask } from '@/lib/tasks/commands';
import type { DemoAccount } from './accounts';
import type { Move, Story } from './story';

/** A request that did not come to where its story ends, and why. */
export type Stray = {
  readonly definition: string;
  readonly subject: string;
  readonly instance: string | null;
  readonly because: string;
};

class Astray extends Error {}

/** How long the engine may take to bring a request to the next place where a person acts. */
const patienceMs = 60_000;
const lookEveryMs = 40;

/**
 * Starts a request and does with it what its story says, each thing as the person who does it. `watcher` may read
 * every instance. @returns why it went another way, or null
 */
export async function tellStory(
  story: Story,
  as: (account: DemoAccount) => Actor,
  watcher: Actor,
): Promise<Stray | null> {
  const { definition, subject, input } = story;
  let instance: string | null = null;
  try {
    const started = await startInstance(
      as(story.by),
      { definition, subject: { id: subject }, input },
      `demo:${definition}:${subject}`,
    );
    instance = value(`${story.by.name} starts it`, started).id;
    for (const move of story.moves) await make(move, instance, as, watcher);
    await untilAt(watcher, instance, `${story.state} (${story.status})`, (now) => hasArrived(now, story));
    return null;
  } catch (error) {
    if (!(error instanceof Astray)) throw error;
    return { definition, subject, instance, because: error.message };
  }
}

async function make(
  move: Move,
  instance: string,
  as: (account: DemoAccount) => Actor,
  watcher: Actor,
): Promise<void> {
  const now = await untilAt(watcher, instance, move.step, (one) => taskOf(one, move.step) !== null);
  const task = taskOf(now, move.step) ?? '';
  const actor = as(move.by);
  const what = `${move.by.name} (${move.kind} in ${move.step})`;
  switch (move.kind) {
    case 'claim':
      value(what, await claimTask(actor, task));
      return;
    case 'cancel':
      value(what, await cancelInstance(actor, instance, { reason: move.reason }));
      return;
    case 'decide': {
      const { outcome, form = {}, reason = null } = move;
      value(what, await decideTask(actor, task, { outcome, form, reason }));
    }
  }
}

/** Looks until the instance is where it should be; gives up when it can no longer come there by itself. */
async function untilAt(
  watcher: Actor,
  instance: string,
  where: string,
  isThere: (now: InstanceDetail) => boolean,
): Promise<InstanceDetail> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const now = value('support reads it', await getInstance(watcher, instance));
    if (isThere(now)) return now;
    if (restsElsewhere(now) || performance.now() > deadline) {
      throw new Astray(
        `it should have come to ${where} and is in ${now.state ?? 'no state'} (${now.status})`,
      );
    }
    await pause(lookEveryMs);
  }
}

function taskOf(now: InstanceDetail, step: string): string | null {
  return now.waitingOn.find((open) => open.step === step)?.taskId ?? null;
}

function hasArrived(now: InstanceDetail, { state, status }: Story): boolean {
  if (now.state !== state || now.status !== status) return false;
  // A waiting request waits for a person, or for an activity that has failed and is tried again later.
  return (
    status !== 'waiting' ||
    now.waitingOn.length > 0 ||
    now.executions.some((one) => one.status === 'retrying')
  );
}

function restsElsewhere(now: InstanceDetail): boolean {
  return now.waitingOn.length > 0 || now.closedAt !== null || now.status === 'needs_attention';
}

function value<T>(what: string, result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Astray(`${what}: ${result.refusal.message}`);
}
