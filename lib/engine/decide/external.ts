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

/** What an execution is created with of where its attempts run: the topic of workers elsewhere, the resource with its places. */
export function whereItRuns(activity: Activity): { readonly topic?: string; readonly resource?: string } {
  return {
    ...(isExternal(activity) ? { topic: activity.settings.topic } : {}),
    ...(activity.resource === undefined ? {} : { resource: activity.resource }),
  };
}
