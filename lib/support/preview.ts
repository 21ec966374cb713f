import { appPool } from '@/lib/database/pool';
import { compile } from '@/lib/engine/decide/compiled';
import { decide } from '@/lib/engine/decide/decide';
import { asks } from '@/lib/instances/commands';
import { readAccess } from '@/lib/instances/read-instance';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { holds } from '@/lib/people/permissions';
import { type Refusal, type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { type Loaded, loadInstance } from '@/lib/runtime/snapshot';
import { consequencesOf } from './consequences';
import { refuseErasing } from './permissions';
import { type Availability, type Consequences, type PreviewAction, previewSchema } from './schema';

/** Stands for the reason of what is only asked about. */
const reason = '…';

/**
 * What an action would do to the instance as it is now, or why it would be refused: the core decides as it would for the command
 * itself, and nothing is written.
 */
export async function previewAction(
  actor: Actor,
  id: string,
  action: PreviewAction,
): Promise<Result<Consequences>> {
  const access = isUuid(id) ? await readAccess(actor, id) : null;
  if (!access) return noInstance;
  const read = readInput(previewSchema, action);
  if (!read.ok) return read;
  const lacking = rightRefusal(actor, read.value.action, access.requesterId);
  if (lacking) return lacking;
  const loaded = await loadInstance(appPool(), actor.tenantId, id);
  return loaded ? asked(loaded, read.value) : noInstance;
}

const always: readonly PreviewAction[] = [
  { action: 'retry' },
  { action: 'skip' },
  { action: 'pause' },
  { action: 'resume' },
  { action: 'cancel', mode: 'immediate' },
];

/** Which actions the actor may do to the instance now, and of the others why not. The commands decide by the same functions. */
export async function listAvailability(actor: Actor, id: string): Promise<Result<readonly Availability[]>> {
  const access = isUuid(id) ? await readAccess(actor, id) : null;
  const loaded = access && (await loadInstance(appPool(), actor.tenantId, id));
  if (!access || !loaded) return noInstance;
  const context = { ...loaded.snapshot.context, [unused]: null };
  const actions: readonly PreviewAction[] = [...always, { action: 'edit', context }];
  const erase = lacks(actor, 'instances.erase') ?? refuseErasing(loaded.snapshot.status);
  return done([
    ...actions.map((action) => {
      const lacking = rightRefusal(actor, action.action, access.requesterId);
      const answer = lacking ?? asked(loaded, previewSchema.parse(action));
      const name = action.action as Availability['action'];
      if (answer.ok || (name === 'cancel' && !lacking && compensates(loaded)))
        return { action: name, refusal: null };
      return { action: name, refusal: told(answer.refusal) };
    }),
    { action: 'move', refusal: moveRefusal(actor, loaded) },
    { action: 'erase', refusal: erase && told(erase.refusal) },
  ]);
}

/** Moving means something where a transition for repairs leads out of a step in which the instance is, and may be taken now. */
function moveRefusal(actor: Actor, loaded: Loaded): Availability['refusal'] {
  const stays = Object.values(loaded.snapshot.stays).filter(({ exitedAt }) => exitedAt === null);
  const { repairs } = compile(loaded.definition);
  const ways = stays.flatMap(({ key, step }) =>
    (repairs.get(step) ?? []).map((transition) => ({ stay: key, transition: transition.key })),
  );
  const answers = ways.map((way) => asked(loaded, { action: 'move', ...way }));
  if (answers.some(({ ok }) => ok) && !lacks(actor, 'instances.repair')) return null;
  const { refusal } = lacks(actor, 'instances.repair') ?? answers.find((answer) => !answer.ok) ?? noRepairs;
  return told(refusal);
}

function told({ code, message, data }: Refusal): Availability['refusal'] {
  return { code, message, ...(typeof data.permission === 'string' && { permission: data.permission }) };
}

const noRepairs = refuse(
  'not_allowed',
  'Its definition declares no transition for repairs that leads out of where it is.',
);

/** A name that no data have: asking whether they may be edited has to change something. */
const unused = 'preview of an edit';

/** Where cancelling at once means nothing any more, undoing still may: a failed instance. */
function compensates(loaded: Loaded): boolean {
  return asked(loaded, { action: 'cancel', mode: 'compensated' }).ok;
}

function asked(loaded: Loaded, action: ReturnType<typeof previewSchema.parse>): Result<Consequences> {
  const { definition, snapshot, environment } = loaded;
  const input = inputOf(loaded, action);
  if ('refusal' in input) return { ok: false, refusal: input.refusal as Refusal };
  const decision = decide(definition, snapshot, input, environment);
  if (!decision.ok) return { ok: false, refusal: decision.refusal };
  return done(consequencesOf(definition, snapshot, decision.plan));
}

function inputOf({ snapshot }: Loaded, action: ReturnType<typeof previewSchema.parse>) {
  switch (action.action) {
    case 'cancel':
      return asks.cancel({ reason, mode: action.mode });
    case 'pause':
      return asks.pause({ reason });
    case 'resume':
      return asks.resume({ reason });
    case 'retry':
      return asks.retry({ reason, context: action.context });
    case 'edit':
      return asks.edit({ reason, context: action.context });
    case 'move':
      return asks.move({ reason, transition: action.transition, stay: action.stay });
    case 'run_timer':
      return asks.run_timer({ reason, timer: action.timer });
    case 'skip':
      return asks.skip({ reason, execution: action.execution }, snapshot);
  }
}

/** Repairing takes its permission; cancelling one's own request does not. */
function rightRefusal(actor: Actor, action: PreviewAction['action'], requesterId: string | null) {
  if (action === 'cancel' && requesterId === actor.personId && !holds(actor, 'instances.repair')) return null;
  return lacks(actor, 'instances.repair');
}

const noInstance = refuse('not_found', 'There is no such instance, or you may not see it.');
