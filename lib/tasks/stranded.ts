import type { Logger } from 'pino';
import { appPool } from '@/lib/database/pool';
import { systemActor } from '@/lib/engine/decide/contract';
import type { Input } from '@/lib/engine/decide/contract';
import { isOpenTask } from '@/lib/engine/lifecycle';
import type { Task } from '@/lib/engine/snapshot';
import { log } from '@/lib/observability/log';
import { move } from '@/lib/runtime/move';
import { repeatedly } from '@/lib/runtime/repeatedly';
import type { Loaded } from '@/lib/runtime/snapshot';
import { mayDecide } from './authority';
import { readDeciders } from './read-deciders';
import { readEarlierDeciders } from './second-eyes';

/** Open tasks that one look goes through; the next one goes on after them. */
const batch = 500;
/** The pause between two looks, in milliseconds. */
const lookEvery = 15_000;

type Watched = {
  readonly tenant_id: string;
  readonly id: string;
  readonly instance_id: string;
  readonly key: string;
  readonly look: boolean;
};
type Place = { readonly tenantId: string; readonly after: string | null };

const beginning: Place = { tenantId: '00000000-0000-0000-0000-000000000000', after: null };

/**
 * Goes through all open tasks again and again: one that nobody can do becomes an incident, and one that somebody can do again
 * goes on. Any number of processes may do it; the same finding twice changes nothing.
 */
export function startTaskWatch(): { stop(): Promise<void> } {
  const logger = log('task-watch');
  let place = beginning;
  return repeatedly(lookEvery, async () => {
    try {
      place = await watchFrom(place, false, logger);
    } catch (error) {
      logger.warn({ err: error }, 'the watch over tasks failed; trying again');
    }
  });
}

/**
 * Looks through the tenant's open tasks at once, the newest first, because its people have changed. What does not fit into one
 * look, the watch finds. A failure is logged: what was changed stays changed.
 */
export async function watchTasksOf({ tenantId }: { readonly tenantId: string }): Promise<void> {
  const logger = log('task-watch');
  try {
    await watchFrom({ tenantId, after: null }, true, logger);
  } catch (error) {
    logger.warn({ err: error }, 'the tasks could not be looked through after a change of people');
  }
}

async function watchFrom(place: Place, onlyTenant: boolean, logger: Logger): Promise<Place> {
  const { rows } = await appPool().query<Watched>({
    name: 'tasks_to_watch',
    text: 'SELECT * FROM public.tasks_to_watch($1, $2, $3, $4)',
    values: [place.tenantId, place.after, onlyTenant, batch],
  });
  for (const task of rows.filter(({ look }) => look)) {
    const found = await watchTask(task.tenant_id, task.instance_id, task.id, task.key);
    if (found) logger.info({ task: task.id, instanceId: task.instance_id }, found);
  }
  const last = rows.length === batch ? rows.at(-1) : undefined;
  return last ? { tenantId: last.tenant_id, after: last.id } : beginning;
}

/** Looks at one task now. @returns what changed by it, or null */
export async function watchTask(
  tenantId: string,
  instanceId: string,
  id: string,
  key: string,
): Promise<'task stranded' | 'task manned' | null> {
  const moved = await move(
    appPool(),
    { tenantId, instanceId },
    async (loaded) => {
      const task = loaded.snapshot.tasks[key];
      if (!task || !isOpenTask(task.status)) return nothing;
      const incident = loaded.snapshot.incidents[key];
      const stranded = incident?.code === 'nobody_can_decide' && incident.closedAt === null;
      const able = await somebodyCan(tenantId, id, task, loaded);
      if (able === !stranded) return nothing;
      const asked: Input = able
        ? { kind: 'task_manned', task: key }
        : { kind: 'task_stranded', task: key, message: wordsFor(task) };
      return asked;
    },
    { actor: systemActor },
  );
  if (!moved.ok || moved.plan.events.length === 0) return null;
  return moved.after.status === 'needs_attention' ? 'task stranded' : 'task manned';
}

const nothing = { refusal: { code: 'not_found', message: 'There is nothing to do.', data: {} } } as const;

/** By the very policy of decisions; a claim is left out of it, since others may release what its holder cannot end. */
async function somebodyCan(
  tenantId: string,
  id: string,
  task: Task,
  { snapshot, environment, definition }: Loaded,
): Promise<boolean> {
  const people = await readDeciders({ tenantId }, id);
  const claimed = task.status === 'in_progress' && !task.delegation;
  const asked = {
    ...task,
    status: 'pending' as const,
    assignee: claimed ? null : task.assignee,
    process: snapshot.definitionKey,
    requester: snapshot.requester,
    earlierDeciders: await readEarlierDeciders(tenantId, snapshot.instanceId, definition, task),
    changedSince: null,
  };
  return people.some(({ person }) => mayDecide(person, asked, environment.rules).ok);
}

function wordsFor({ candidateRoles, candidatePeople }: Task): string {
  const takes = [
    ...(candidateRoles.length > 0 ? [`the role ${candidateRoles.join(' or ')}`] : []),
    ...(candidatePeople.length > 0 ? [candidatePeople.join(' or ')] : []),
  ].join(', or ');
  return `Nobody can decide this task now: it takes ${takes || 'the person to whom it was given'}, and nobody active who fits may decide it. Give somebody the role or the authority, or give the task to somebody else.`;
}
