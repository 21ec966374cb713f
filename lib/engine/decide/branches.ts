import type { JoinStep } from '@/lib/engine/definition/step-schema';
import type { BranchStatus } from '@/lib/engine/lifecycle';
import { type Branch, type Stay, mainBranch, opened } from '@/lib/engine/snapshot';
import type { Draft } from './draft';
import { enter } from './enter';
import { closeLines } from './stopping';
import { type Way, moved, rests } from './way';

/** The join of the fork that opened this line; undefined for the main line. */
export function joinOf(draft: Draft, line: string): JoinStep | undefined {
  const branch = draft.snapshot.branches[line];
  return branch && draft.compiled.joins.get(branch.fork);
}

/** The branches that a stay in a fork has opened, in key order; none before it has. */
export function branchesOf(draft: Draft, fork: Stay): Branch[] {
  return Object.values(draft.snapshot.branches)
    .filter((branch) => opened(fork, branch))
    .sort((left, right) => (left.key < right.key ? -1 : 1));
}

/**
 * The line that forked waits for its branches, and goes on from the fork to the join when they satisfy it (docs/branches.md):
 * `any` with the first that arrives, `n` with the n-th, each also when no branch is left that could arrive; `all` then only.
 * Branches that are still open are cancelled. Where none has arrived at all, a person decides.
 */
export function workOnJoining(draft: Draft, fork: Stay, branches: readonly Branch[]): Way {
  const keysOf = (status: BranchStatus): string[] =>
    branches.filter((branch) => branch.status === status).map(({ key }) => key);
  const open = keysOf('open');
  const arrived = keysOf('arrived');
  const join = draft.compiled.joins.get(fork.step);
  if (!isSatisfied(join?.mode ?? 'all', open.length, arrived.length)) return rests;
  if (!join) {
    const words = `The branches of ${fork.step} are over, and no join says where the process goes on. Cancel this request.`;
    draft.incident(fork.key, fork.step, 'no_transition', words);
    return rests;
  }
  if (arrived.length === 0 && !draft.retried.has(fork.key)) {
    const words = `No branch of ${fork.step} has come to ${join.key}: all have ended early or were cancelled. Retry to go on after ${join.key} all the same, or cancel this request.`;
    draft.incident(fork.key, fork.step, 'nothing_joined', words);
    return rests;
  }
  draft.wake();
  const reason = `${join.key} went on without it`;
  for (const key of open) closeLines(draft, (line) => isWithin(line, key), 'joined', reason);
  const ended = keysOf('ended');
  const cancelled = [...keysOf('cancelled'), ...open].sort();
  const data = { fork: fork.step, visit: fork.visit, arrived, ended, cancelled };
  const { branch } = fork;
  draft.note('STEP_EXITED', 'step', fork.key, { data: {}, branch });
  draft.state('BRANCHES_JOINED', fork.key, fork.step, join.key, { data, branch });
  enter(draft, branch, join.key);
  return moved;
}

/** The line comes to the join of its fork: it ends there, and its parent looks whether that is enough. */
export function arrive(draft: Draft, line: string, join: string): void {
  draft.branch('BRANCH_ARRIVED', line, 'arrived', { data: { join } });
}

/** A branch that comes to an END ends early; nothing else of the instance does. */
export function endBranch(draft: Draft, stay: Stay, outcome: string): Way {
  draft.note('STEP_EXITED', 'step', stay.key, { data: {}, branch: stay.branch });
  draft.branch('BRANCH_ENDED', stay.branch, 'ended', { data: { outcome } });
  return moved;
}

/** Cancels what goes on beside a line whose failure ends the instance; the line and those that it comes from stay as they are. */
export function cancelOthers(draft: Draft, line: string): void {
  closeLines(draft, (other) => !isWithin(line, other), 'failed', 'Another branch has failed');
}

function isSatisfied(mode: NonNullable<JoinStep['mode']>, open: number, arrived: number): boolean {
  if (open === 0) return true;
  if (mode === 'all') return false;
  return arrived >= (mode === 'any' ? 1 : mode.n);
}

/** True for the line itself and for every line inside it. */
function isWithin(line: string, outer: string): boolean {
  return line === outer || outer === mainBranch || line.startsWith(`${outer}/`);
}
