/** What becomes of a job. `prepared`: its list is frozen and shown, nothing has begun. */
export type JobStatus = 'prepared' | 'running' | 'paused' | 'done' | 'cancelled';

/**
 * What becomes of one instance of a job. `started`: the action was taken and what comes of it is watched; `refused`: the
 * instance was where the action means nothing; `cancelled`: the job was cancelled before it came to it.
 */
export type ItemStatus = 'pending' | 'running' | 'started' | 'done' | 'refused' | 'failed' | 'cancelled';

/** The closed list of a job's moves; `bulk_moves` in the database has the same. */
export const jobMoves: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  prepared: ['running'],
  running: ['paused', 'done', 'cancelled'],
  paused: ['running', 'cancelled'],
  done: ['running'],
  cancelled: ['running'],
};

/** The closed list of an item's moves. */
export const itemMoves: Readonly<Record<ItemStatus, readonly ItemStatus[]>> = {
  pending: ['running', 'cancelled'],
  running: ['started', 'done', 'refused', 'failed'],
  started: ['done', 'failed'],
  done: [],
  refused: [],
  failed: ['pending'],
  cancelled: [],
};
