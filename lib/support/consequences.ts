import { allActivities } from '@/lib/engine/conditions/declared';
import type { Plan } from '@/lib/engine/decide/contract';
import type { Definition } from '@/lib/engine/definition/schema';
import { isOpenActivity, isOpenChild, isOpenTask } from '@/lib/engine/lifecycle';
import type { ActivityExecution, Snapshot } from '@/lib/engine/snapshot';
import { stepName } from '@/lib/instances/names';
import type { Consequences } from './schema';

/**
 * What a plan would do to an instance, for people: the difference of the two snapshots. The plan goes as far as nobody outside has
 * to answer; what follows from an answer is not known before.
 */
export function consequencesOf(definition: Definition, before: Snapshot, plan: Plan): Consequences {
  const { after } = plan;
  const activities = new Map(allActivities(definition).map((activity) => [activity.key, activity]));
  const act = ({ activity, step, undoOf }: ActivityExecution) => ({
    name: activities.get(activity)?.name ?? activity,
    type: activities.get(activity)?.type ?? '',
    stepName: stepName(definition, step),
    undoes: undoOf !== null,
  });
  const changed = Object.values(after.activities).filter((one) => before.activities[one.key] !== one);
  return {
    status: after.status === before.status ? null : after.status,
    stepName: after.state === null || after.state === before.state ? null : stepName(definition, after.state),
    data: after.context === before.context ? [] : changedData(before.context, after.context),
    tasksOpened: Object.values(after.tasks)
      .filter(({ key, status }) => isOpenTask(status) && !before.tasks[key])
      .map(({ title }) => title),
    tasksCancelled: Object.values(after.tasks)
      .filter(
        ({ key, status }) => status === 'cancelled' && isOpenTask(before.tasks[key]?.status ?? 'cancelled'),
      )
      .map(({ title }) => title),
    begins: changed
      .filter(({ status }) => ['ready', 'scheduled', 'running', 'retrying'].includes(status))
      .map(act),
    cancels: changed
      .filter(
        ({ key, status }) =>
          (status === 'cancelled' || status === 'skipped') &&
          (before.activities[key]?.status === 'failed' ||
            isOpenActivity(before.activities[key]?.status ?? 'cancelled')),
      )
      .map(act),
    children: Object.values(after.children).filter(
      (child) =>
        isOpenChild(before.children[child.key]?.status ?? 'cancelled') &&
        (child.cancelling !== before.children[child.key]?.cancelling || !isOpenChild(child.status)),
    ).length,
    timersStopped: Object.values(after.timers).filter(
      ({ key, ending }) => ending === 'dropped' && before.timers[key]?.closedAt === null,
    ).length,
  };
}

/** Names of the data that would change, in the order of the alphabet. */
function changedData(before: Snapshot['context'], after: Snapshot['context']): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .sort();
}
