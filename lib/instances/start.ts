import { createHash } from 'node:crypto';
import { z } from 'zod';
import { mayStart } from '@/lib/definitions/permissions';
import { appPool } from '@/lib/database/pool';
import { canonicalJson } from '@/lib/engine/definition/canonical';
import type { Json } from '@/lib/engine/json';
import { checkFiles } from '@/lib/files/check-files';
import type { Actor } from '@/lib/people/actor';
import { readInput, tooLarge } from '@/lib/people/input';
import { moverOf, personOf } from '@/lib/people/mover';
import { type Result, done, refuse, refuseFields } from '@/lib/people/refusal';
import { loadStart } from '@/lib/runtime/snapshot';
import { startInstance as startInRuntime } from '@/lib/runtime/start';
import { checkJson } from '@/lib/runtime/check-json';
import { factsOf } from '@/lib/runtime/start-facts';
import { readLiveOf, readPosition, readStartedWith } from './position';
import { limits, type StartedInstance, type StartInstance, startSchema } from './schema';

type Order = z.output<typeof startSchema>;

const idempotencyKeySchema = z
  .string()
  .min(1, 'an Idempotency-Key may not be empty')
  .max(200, 'an Idempotency-Key has at most 200 characters');

/**
 * Starts an instance of a definition's active version.
 * @param idempotencyKey drawn by the caller: the same key with the same order gives the instance of the first time
 * (`replayed`), with another order it is refused; of two at the same moment one starts it and both get it
 */
export async function startInstance(
  actor: Actor,
  order: StartInstance,
  idempotencyKey: string | null = null,
): Promise<Result<StartedInstance>> {
  const read = readInput(startSchema, order);
  if (!read.ok) return read;
  const large = tooLarge('input', read.value.input, limits.inputBytes);
  if (large) return large;
  const key = readInput(idempotencyKeySchema.nullable(), idempotencyKey);
  if (!key.ok) return key;
  const once = key.value === null ? null : startedOnce(actor, key.value, read.value);
  const before = once && (await startedBefore(actor, once));
  return before || start(actor, read.value, once);
}

type Once = { readonly startKey: string; readonly startHash: string };

/** Keys of one caller do not meet those of another: an API key has its own, and so has each person at the screen. */
function startedOnce(actor: Actor, key: string, order: Order): Once {
  const asked = canonicalJson({ ...order, person: actor.personId } as unknown as Json);
  return {
    startKey: `${actor.apiKeyId ?? actor.personId}:${key}`,
    startHash: createHash('sha256').update(asked).digest('hex'),
  };
}

async function startedBefore(actor: Actor, once: Once): Promise<Result<StartedInstance> | null> {
  const started = await readStartedWith(actor.tenantId, once.startKey);
  if (!started) return null;
  const { startHash, ...position } = started;
  if (startHash === once.startHash) return done({ ...position, replayed: true });
  return refuse(
    'invalid',
    'This Idempotency-Key has been used for another start. Draw a new key for each start, and keep it only to repeat the same one.',
    { errors: [{ path: '/Idempotency-Key', message: 'used for another start' }], instanceId: started.id },
  );
}

async function start(actor: Actor, order: Order, once: Once | null): Promise<Result<StartedInstance>> {
  const start = await loadStart(appPool(), actor.tenantId, order.definition);
  if (!start) {
    return refuse(
      'not_found',
      `There is no process ${order.definition}, or it has not been published, or it has been retired.`,
    );
  }
  const { content } = start.definition;
  if (!mayStart(actor, content)) {
    return refuse('forbidden', `${actor.name} may not start “${content.name}”: it takes one of its roles.`, {
      roles: content.startableBy ?? [],
    });
  }
  const schema = content.input ?? { type: 'object' };
  const errors = [
    ...checkJson(schema, order.input, '/input'),
    ...(await checkFiles(actor.tenantId, { waitingOf: actor.personId }, schema, order.input, '/input')),
  ];
  if (errors.length > 0) return refuseFields(errors);

  const requester = personOf(actor);
  const { input } = order;
  const subjectId = order.subject.id;
  const started = await startInRuntime(
    appPool(),
    {
      tenantId: actor.tenantId,
      start,
      subjectId,
      correlationKey: order.correlationKey ?? null,
      input,
      facts: factsOf({ ...start, input, subjectId, requester }),
      requester,
      startKey: once?.startKey ?? null,
      startHash: once?.startHash ?? null,
    },
    moverOf(actor),
  );
  if (started.ok)
    return done({ ...(await readPosition(actor.tenantId, started.instanceId)), replayed: false });
  return started.refusal.code === 'duplicate' ? refuseDuplicate(actor, order, once) : started;
}

/** Somebody else was first, a moment ago or long before. */
async function refuseDuplicate(
  actor: Actor,
  order: Order,
  once: Once | null,
): Promise<Result<StartedInstance>> {
  // The same order twice at once may meet its subject first or its key.
  const before = once && (await startedBefore(actor, once));
  if (before) return before;
  const live = await readLiveOf(actor.tenantId, order.definition, order.subject.id);
  return refuse(
    'duplicate',
    `There is a live instance about ${order.subject.id} already. Open that one, or wait until it has ended.`,
    { instanceId: live?.id ?? null, subjectId: order.subject.id },
  );
}
