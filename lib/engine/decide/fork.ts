import type { ForkStep } from '@/lib/engine/definition/step-schema';
import { type Stay, branchKey } from '@/lib/engine/snapshot';
import { arrive, branchesOf, workOnJoining } from './branches';
import type { Draft } from './draft';
import { enter } from './enter';
import { beginLeaving } from './leaving';
import { type TakenWay, choosePaths, reasonsOf } from './transitions-out';
import { type Way, fails, moved } from './way';

/**
 * A PARALLEL_FORK opens its branches at the first look: one for every way out (`all`), or one for each whose condition holds
 * (`matching`; its default where none does). The line that forked then rests in it until they satisfy the join.
 */
export function workOnFork(draft: Draft, stay: Stay, step: ForkStep): Way {
  const branches = branchesOf(draft, stay);
  if (branches.length > 0) return workOnJoining(draft, stay, branches);
  const choice = choosePaths(draft, stay, step.mode ?? 'all');
  if (choice.kind !== 'taken') return fails(draft, stay, choice);
  for (const way of choice.ways) open(draft, stay, way);
  return moved;
}

/**
 * A branch begins in the first step of its way; where the way has activities, in the fork itself, which it leaves like any other
 * step when they have ended well.
 */
function open(draft: Draft, fork: Stay, way: TakenWay): void {
  const { key, to, activities = [] } = way.transition;
  const branch = branchKey(fork, key);
  const data = { parent: fork.branch, fork: fork.step, ...reasonsOf(draft, way) };
  const first = activities.length > 0 ? fork.step : to;
  draft.moves += 1;
  draft.state('BRANCH_OPENED', key, null, first, { data, branch });
  if (activities.length > 0) beginLeaving(draft, enter(draft, branch, first), way);
  else if (draft.compiled.joins.get(fork.step)?.key === to) arrive(draft, branch, to);
  else enter(draft, branch, to);
}
