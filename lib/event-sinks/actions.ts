'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { createSink, putSink, resendDelivery, resendToSink } from './commands';
import type { CreatedSink, CreateSink, PutSink, Resent, SinkRow } from './schema';

/** Makes a sink, whose signing key is in the answer alone. */
export async function createSinkAction(sink: CreateSink): Promise<Result<CreatedSink>> {
  return shown(await createSink(await requireActor(), sink));
}

/** Changes a sink, or stops it and starts it again. */
export async function putSinkAction(id: string, sink: PutSink): Promise<Result<SinkRow>> {
  return shown(await putSink(await requireActor(), id, sink));
}

/** Everything that was given up for the sink is tried again. */
export async function resendToSinkAction(id: string): Promise<Result<Resent>> {
  return shown(await resendToSink(await requireActor(), id));
}

/** One event that was given up is tried again. */
export async function resendDeliveryAction(id: string): Promise<Result<Resent>> {
  return shown(await resendDelivery(await requireActor(), id));
}

function shown<T>(result: Result<T>): Result<T> {
  revalidatePath('/administration/event-sinks', 'layout');
  return result;
}
