import { appPool } from '@/lib/database/pool';
import type { InputOf } from '@/lib/engine/decide/contract';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput, tooLarge } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { mostResultBytes } from '@/lib/runtime/activities/contract';
import { extendExternalLease, fetchExternalWork } from '@/lib/runtime/external-work';
import { move } from '@/lib/runtime/move';
import { type Loaded, loadInstance } from '@/lib/runtime/snapshot';
import type { Mover, TransitionRefusal } from '@/lib/runtime/transition';
import {
  completeSchema,
  type CompleteWork,
  type Extended,
  extendSchema,
  type ExtendWork,
  failSchema,
  type FailWork,
  type Fetched,
  fetchSchema,
  type FetchWork,
  type Reported,
} from './schema';
import { untilWork } from './until-work';

/**
 * Hands out external work under a lease (DESIGN 8.7), waiting for some to come if the caller wants that.
 * @param signal aborted when the caller has gone; what was handed out by then comes back when its lease ends
 */
export async function fetchWork(
  actor: Actor,
  order: FetchWork,
  signal: AbortSignal,
): Promise<Result<Fetched>> {
  const lacking = lacks(actor, 'external.work');
  if (lacking) return lacking;
  const read = readInput(fetchSchema, order);
  if (!read.ok) return read;
  const { workerId, topics, max, lockSeconds, waitSeconds } = read.value;
  const foreign = topics.find((topic) => !mayWorkOn(actor, topic));
  if (foreign !== undefined) {
    return refuse('forbidden', `This key is not for the topic ${foreign}.`, { topic: foreign });
  }
  const { tenantId } = actor;
  const wanted = { tenantId, topics, most: max, leaseSeconds: lockSeconds, worker: workerId };
  const items = await untilWork(tenantId, { seconds: waitSeconds, signal }, () =>
    fetchExternalWork(appPool(), wanted, moverOf(actor, workerId)),
  );
  return done({ items: [...items] });
}

/** Moves the end of the lease to `lockSeconds` from now. */
export async function extendWork(actor: Actor, order: ExtendWork): Promise<Result<Extended>> {
  const lacking = lacks(actor, 'external.work');
  if (lacking) return lacking;
  const read = readInput(extendSchema, order);
  if (!read.ok) return read;
  const { instance, execution, leaseToken: token, lockSeconds: seconds } = read.value;
  const loaded = isUuid(instance) ? await loadInstance(appPool(), actor.tenantId, instance) : null;
  if (!loaded) return noSuchWork;
  const refusal = refusalOf(actor, loaded, execution);
  if (refusal) return { ok: false, refusal };
  const place = { tenantId: actor.tenantId, instanceId: instance };
  const expiresAt = await extendExternalLease(appPool(), place, loaded, { execution, token, seconds });
  return expiresAt === null ? lost(execution) : done({ expiresAt });
}

/** The attempt has ended well, with this result; the instance goes on. */
export async function completeWork(actor: Actor, order: CompleteWork): Promise<Result<Reported>> {
  const lacking = lacks(actor, 'external.work');
  if (lacking) return lacking;
  const read = readInput(completeSchema, order);
  if (!read.ok) return read;
  const { workerId, instance, execution, leaseToken: token, result } = read.value;
  const large = tooLarge('result', result, mostResultBytes);
  if (large) return large;
  return report(actor, workerId, instance, { kind: 'attempt_succeeded', execution, token, result });
}

/** The attempt has failed; the activity's retry policy says what follows. */
export async function failWork(actor: Actor, order: FailWork): Promise<Result<Reported>> {
  const lacking = lacks(actor, 'external.work');
  if (lacking) return lacking;
  const read = readInput(failSchema, order);
  if (!read.ok) return read;
  const { workerId, instance, execution, leaseToken: token, error } = read.value;
  const { retryAfterSeconds, ...plain } = error;
  const asked = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return report(actor, workerId, instance, {
    kind: 'attempt_failed',
    execution,
    token,
    error: { ...plain, ...asked },
  });
}

async function report(
  actor: Actor,
  workerId: string,
  instanceId: string,
  input: InputOf<'attempt_succeeded'> | InputOf<'attempt_failed'>,
): Promise<Result<Reported>> {
  if (!isUuid(instanceId)) return noSuchWork;
  const moved = await move(
    appPool(),
    { tenantId: actor.tenantId, instanceId },
    (loaded) => {
      const refusal = refusalOf(actor, loaded, input.execution);
      return refusal ? { refusal } : input;
    },
    moverOf(actor, workerId),
  );
  if (moved.ok)
    return done({ instance: instanceId, status: moved.after.status!, version: moved.after.sequence });
  // The instance was cancelled or has failed meanwhile: to the worker, its lease is lost.
  if (moved.refusal.code === 'terminal') return lost(input.execution);
  return { ok: false, refusal: moved.refusal };
}

/** Null when the execution is external work that the key is for; whose lease it is, the core and the database know. */
function refusalOf(actor: Actor, { snapshot }: Loaded, execution: string): TransitionRefusal | null {
  const found = snapshot.activities[execution];
  if (!found) return lost(execution).refusal;
  return found.topic !== null && mayWorkOn(actor, found.topic) ? null : noSuchWork.refusal;
}

function mayWorkOn({ topics }: Actor, topic: string): boolean {
  return topics === undefined || topics.includes(topic);
}

/** The worker, as history names it; the key stays on record as the cause. */
function moverOf(actor: Actor, workerId: string): Mover {
  return {
    actor: { type: 'worker', id: workerId, name: `${actor.name} (${workerId})` },
    workerId,
    ...(actor.apiKeyId !== undefined && { causationId: `api-key:${actor.apiKeyId}` }),
  };
}

type NotTheirs = { readonly ok: false; readonly refusal: TransitionRefusal };

function lost(execution: string): NotTheirs {
  const message = `The lease of ${execution} is not yours any more: drop the work, somebody else has it or nobody needs it.`;
  return { ok: false, refusal: { code: 'lease_lost', message, data: { execution } } };
}

const noSuchWork: NotTheirs = {
  ok: false,
  refusal: { code: 'not_found', message: 'There is no such external work.', data: {} },
};
