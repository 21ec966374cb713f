'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { cancelRest, pauseJob, prepareJob, resumeJob, retryFailed, startJob } from './commands';
import type { JobDetail, PrepareJob } from './schema';

type Changed = Promise<Result<JobDetail>>;

/** Freezes the list of a job and says what is in it; nothing happens yet. */
export async function prepareJobAction(order: PrepareJob): Changed {
  return prepareJob(await requireActor(), order);
}

/** Starts a prepared job. */
export async function startJobAction(id: string): Changed {
  return shown(await startJob(await requireActor(), id));
}

/** Nothing more of the job begins. */
export async function pauseJobAction(id: string): Changed {
  return shown(await pauseJob(await requireActor(), id));
}

/** A paused job goes on. */
export async function resumeJobAction(id: string): Changed {
  return shown(await resumeJob(await requireActor(), id));
}

/** What has not begun of the job will not. */
export async function cancelRestAction(id: string): Changed {
  return shown(await cancelRest(await requireActor(), id));
}

/** The failed ones of the job are tried again. */
export async function retryFailedAction(id: string): Changed {
  return shown(await retryFailed(await requireActor(), id));
}

function shown(result: Result<JobDetail>): Result<JobDetail> {
  revalidatePath('/operations/jobs', 'layout');
  return result;
}
