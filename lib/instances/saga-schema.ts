import { z } from 'zod';
import { cancelModes } from '@/lib/engine/decide/contract';

/** How an instance is cancelled; without a mode at once, nothing undone. */
export const cancelModeSchema = z.enum(cancelModes, {
  error: `choose one of ${cancelModes.join(', ')}`,
});

/** How an instance is being ended, or was, where that took time. */
export const endingSchema = z.object({
  by: z.enum(['grace', 'compensation']),
  /** The status in which it ends; only of a compensation. */
  then: z.enum(['reversed', 'completed', 'cancelled']).optional(),
  reason: z.string().nullable(),
});

/** What became, or would become, of undoing an effect. */
export const undoStates = [
  'to_undo',
  'undoing',
  'undone',
  'failed',
  'skipped',
  'not_needed',
  'irreversible',
  'none',
] as const;

/** One effect that the instance has had outside, and its undo. */
export const ledgerEntrySchema = z.object({
  /** Key of the execution; with the instance's id before it, the idempotency key of its calls. */
  execution: z.string(),
  activityName: z.string(),
  step: z.string(),
  stepName: z.string(),
  visit: z.number(),
  /** Number of the event that ended it: undoing goes from the highest to the lowest. */
  order: z.number(),
  /** Nobody knows whether it had its effect: the call timed out or its answer was lost. */
  outcomeUnknown: z.boolean(),
  /** Name of the compensation that undoes it; null where nothing does. */
  compensationName: z.string().nullable(),
  state: z.enum(undoStates),
  /** Key of the execution that undoes it, once there is one. */
  undo: z.string().nullable(),
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

/** What the actor may do with the instance now; what is absent is not offered. */
export const offeredSchema = z.object({
  cancel: z.boolean(),
  /** In which ways it may be cancelled. */
  cancelModes: z.array(z.enum(cancelModes)),
  pause: z.boolean(),
  resume: z.boolean(),
  retry: z.boolean(),
  reopen: z.boolean(),
  /** Keys of executions that may be skipped. */
  skip: z.array(z.string()),
  /** Where staff may move it from where it is: transitions that its definition declares for repairs. */
  moves: z.array(
    z.object({
      transition: z.string(),
      name: z.string().nullable(),
      stay: z.string(),
      fromName: z.string(),
      toName: z.string(),
    }),
  ),
  /** Steps that wait for a file from the actor. */
  upload: z.array(
    z.object({
      step: z.string(),
      stepName: z.string(),
      /** Media types and endings; empty where anything is taken. */
      accept: z.array(z.string()),
      /** Bytes. */
      maxSize: z.number(),
    }),
  ),
});
