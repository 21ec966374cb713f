'use server';

import { revalidatePath } from 'next/cache';
import type { Page } from '@/lib/http/page';
import type { Result } from '@/lib/people/refusal';
import type { Verification } from '@/lib/runtime/verify';
import { requireActor } from '@/lib/session/session';
import {
  cancelInstance,
  editContext,
  moveInstance,
  pauseInstance,
  resumeInstance,
  retryInstance,
  runTimer,
  skipActivity,
} from './commands';
import type { EventsQuery } from './history';
import { listEvents, listInstances, verifyInstance } from './queries';
import { reopenInstance } from './reopen';
import type { EditContext, MoveInstance, RunTimer } from './repair-schema';
import type {
  CancelInstance,
  EventRow,
  InstanceRow,
  Position,
  ReopenInstance,
  RetryInstance,
  SkipActivity,
  StartedInstance,
  StartInstance,
} from './schema';
import { startInstance } from './start';

type Moved = Promise<Result<Position>>;

/** Starts an instance. `idempotencyKey` is drawn when the form is shown, so that sending it twice starts one. */
export async function startInstanceAction(
  order: StartInstance,
  idempotencyKey: string,
): Promise<Result<StartedInstance>> {
  const result = await startInstance(await requireActor(), order, idempotencyKey);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}

/** Ends an instance for good: the requester their own, support any. */
export async function cancelInstanceAction(id: string, order: CancelInstance): Moved {
  return shown(await cancelInstance(await requireActor(), id, order));
}

/** Nothing begins in the instance until it is resumed. */
export async function pauseInstanceAction(id: string, because: { reason: string }): Moved {
  return shown(await pauseInstance(await requireActor(), id, because));
}

/** A paused instance goes on. */
export async function resumeInstanceAction(id: string, because: { reason: string }): Moved {
  return shown(await resumeInstance(await requireActor(), id, because));
}

/** What needs attention is tried again, with an edited context where one is given. */
export async function retryInstanceAction(id: string, order: RetryInstance): Moved {
  return shown(await retryInstance(await requireActor(), id, order));
}

/** The instance goes on without the failed activity. */
export async function skipActivityAction(id: string, order: SkipActivity): Moved {
  return shown(await skipActivity(await requireActor(), id, order));
}

/** Support corrects the data; nothing else happens. */
export async function editContextAction(id: string, order: EditContext): Moved {
  return shown(await editContext(await requireActor(), id, order));
}

/** The instance goes on in another step, along a transition for repairs. */
export async function moveInstanceAction(id: string, order: MoveInstance): Moved {
  return shown(await moveInstance(await requireActor(), id, order));
}

/** What a timer is for happens now. */
export async function runTimerAction(id: string, order: RunTimer): Moved {
  return shown(await runTimer(await requireActor(), id, order));
}

/** A request that has ended is taken up again as a new instance. */
export async function reopenInstanceAction(
  id: string,
  order: ReopenInstance,
): Promise<Result<StartedInstance>> {
  const result = await reopenInstance(await requireActor(), id, order);
  revalidatePath('/', 'layout');
  return result;
}

/** Another page of an instance's history, for a timeline that is read on. */
export async function listEventsAction(id: string, query: EventsQuery): Promise<Result<Page<EventRow>>> {
  return listEvents(await requireActor(), id, query);
}

/** Re-computes the chain of an instance's history and replays it. */
export async function verifyInstanceAction(id: string): Promise<Result<Verification>> {
  return verifyInstance(await requireActor(), id);
}

/** Rows that a few words find, for the command palette. */
export async function searchInstancesAction(words: string): Promise<readonly InstanceRow[]> {
  const found = await listInstances(await requireActor(), { q: words }, { limit: 6 });
  return found.ok ? found.value.items : [];
}

function shown(result: Result<Position>): Result<Position> {
  revalidatePath('/', 'layout');
  return result;
}
