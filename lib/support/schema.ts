import { z } from 'zod';
import { waitReasons } from '@/lib/engine/lifecycle';

/**
 * Orders of the list. `age`: longest in its present step first, live ones only; `deadline`: what is due first, only those that are
 * due at some time; `closed`: what ended last, only those that have.
 */
export const instanceSorts = ['newest', 'oldest', 'age', 'deadline', 'closed'] as const;
export type InstanceSort = (typeof instanceSorts)[number];
export const sortSchema = z.enum(instanceSorts).default('newest');

/** By when something is due: past, within 24 hours, at some time, or never by itself. */
export const deadlineFilters = ['overdue', 'today', 'some', 'none'] as const;
export type DeadlineFilter = (typeof deadlineFilters)[number];

/** An age in whole days, hours and minutes, as ISO 8601: `P3D`, `PT4H`, `P1DT12H`. */
export const ageSchema = z
  .string()
  .regex(/^P(?=\d|T\d)(\d{1,5}D)?(T(?=\d)(\d{1,6}H)?(\d{1,8}M)?)?$/u, 'an age is written as P3D or PT4H');

/** Filters of where and since when, besides those by what an instance is. */
export const placeFilters = {
  version: z.coerce.number().int().min(1).max(1_000_000).optional(),
  waitingFor: z.enum(waitReasons).optional(),
  /** At least this long in its present step. */
  minAge: ageSchema.optional(),
  /** Less than this long in it. */
  maxAge: ageSchema.optional(),
  deadline: z.enum(deadlineFilters).optional(),
  /** The group of incidents that the open one belongs to. */
  cause: z.uuid().optional(),
} as const;
