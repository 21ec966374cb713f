import type { Activity } from '@/lib/engine/definition/activity-schema';

type External = Extract<Activity, { type: 'EXTERNAL' }>;

/** Tells EXTERNAL from the types of plugins, which TypeScript only knows as text. */
export function isExternal(activity: Activity): activity is External {
  return activity.type === 'EXTERNAL';
}

/**
 * True when the advancing worker does not run the activity itself, so that the instance waits (`activity`) meanwhile: an
 * `async` one comes by the queue, an EXTERNAL one is fetched by a worker elsewhere (DESIGN 8.4 and 8.7).
 */
export function runsElsewhere(activity: Activity): boolean {
  return activity.async === true || isExternal(activity);
}
