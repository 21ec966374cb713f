import { mayStart } from '@/lib/definitions/permissions';
import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { JsonObject } from '@/lib/engine/json';
import { type InstanceStatus, isClosed } from '@/lib/engine/lifecycle';
import type { Person } from '@/lib/engine/snapshot';
import type { Actor } from '@/lib/people/actor';
import { readInput, tooLarge } from '@/lib/people/input';
import { moverOf } from '@/lib/people/mover';
import { holds } from '@/lib/people/permissions';
import { type Result, done, refuse, refuseFields } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { checkJson } from '@/lib/runtime/check-json';
import { loadStart } from '@/lib/runtime/snapshot';
import { startInstance } from '@/lib/runtime/start';
import { factsOf } from '@/lib/runtime/start-facts';
import { readable, readableValues } from './access';
import { readLiveOf, readPosition } from './position';
import { limits, type ReopenInstance, reopenSchema, type StartedInstance } from './schema';

type Closed = {
  readonly status: InstanceStatus;
  readonly definition: string;
  readonly subjectId: string;
  readonly input: JsonObject;
  readonly requester: Person | null;
  /** The live instance that takes it up again already. */
  readonly reopening: string | null;
};

const closedInstance = tenantStatement(
  'instance_to_reopen',
  `SELECT i.status, i.definition_key AS definition, i.subject_id AS "subjectId", i.input,
     CASE WHEN i.requester_id IS NOT NULL THEN jsonb_build_object(
       'id', i.requester_id, 'name', i.requester_name, 'email', i.requester_email) END AS requester,
     (SELECT o.id FROM public.instances o WHERE o.tenant_id = i.tenant_id AND o.reopened_from = i.id
       AND o.closed_at IS NULL) AS reopening
   FROM public.instances i WHERE i.tenant_id = tenant.id AND i.id = $2 AND ${readable(3)}`,
);

/**
 * Takes a request up again that has ended: a new instance of the active version, about the same subject, for the same
 * requester, linked to the old one, which stays as it ended. Its requester may, who may start the process; support any.
 * The input is that of the old one where none is given.
 */
export async function reopenInstance(
  actor: Actor,
  id: string,
  order: ReopenInstance,
): Promise<Result<StartedInstance>> {
  const read = readInput(reopenSchema, order);
  if (!read.ok) return read;
  const closed = isUuid(id) ? await readClosed(actor, id) : null;
  if (!closed) return noInstance;
  const { definition, subjectId, requester } = closed;
  const repairs = holds(actor, 'instances.repair');
  const start = await loadStart(appPool(), actor.tenantId, definition);
  const isOwn =
    requester?.id === actor.personId && start !== null && mayStart(actor, start.definition.content);
  if (!repairs && !isOwn) {
    return refuse('forbidden', `${actor.name} may not reopen this: it takes its requester, or support.`);
  }
  if (!start) return refuse('not_found', `The process ${definition} has no active version to start.`);
  if (!isClosed(closed.status)) {
    const message = `Only what has ended is reopened; this instance is ${closed.status}.`;
    return refuse('not_allowed', message, { status: closed.status });
  }
  if (closed.reopening) return alreadyReopened(closed.reopening);
  const { reason, input = closed.input } = read.value;
  const large = tooLarge('input', input, limits.inputBytes);
  if (large) return large;
  const errors = checkJson(start.definition.content.input ?? { type: 'object' }, input, '/input');
  if (errors.length > 0) return refuseFields(errors);

  const started = await startInstance(
    appPool(),
    {
      tenantId: actor.tenantId,
      start,
      subjectId,
      correlationKey: null,
      input,
      facts: factsOf({ ...start, input, subjectId, requester }),
      requester,
      startKey: null,
      startHash: null,
      reopenedFrom: id,
    },
    moverOf(actor, repairs ? 'staff' : 'user', reason),
  );
  if (started.ok) {
    const position = await readPosition(actor.tenantId, started.instanceId);
    return done({ ...position, replayed: false });
  }
  if (started.refusal.code !== 'duplicate') return started;
  // Somebody else was first: with the same, or with a new request about the subject.
  const reopening = (await readClosed(actor, id))?.reopening;
  if (reopening) return alreadyReopened(reopening);
  const live = await readLiveOf(actor.tenantId, definition, subjectId);
  const message = `There is a live instance about ${subjectId} already. Open that one, or wait until it has ended.`;
  return refuse('duplicate', message, { instanceId: live?.id ?? null, subjectId });
}

async function readClosed(actor: Actor, id: string): Promise<Closed | null> {
  const values = [id, ...readableValues(actor)];
  const [row] = await readTenant<Closed>(appPool(), actor.tenantId, closedInstance, values);
  return row ?? null;
}

function alreadyReopened(instanceId: string): Result<never> {
  return refuse('duplicate', 'It has been reopened already, and that request is still live. Open that one.', {
    instanceId,
  });
}

const noInstance = refuse('not_found', 'There is no such instance, or you may not see it.');
