import { type BranchStatus, branchMoves } from './lifecycle';
import { type Occurrence, dataOf, expectFrom, expectMove, misfit } from './occurrence';
import { type Branch, type Snapshot, branchPrefix } from './snapshot';
import { withParts } from './with-parts';

/** The snapshot after an event that ends a branch. */
export function applyBranch(snapshot: Snapshot, event: Occurrence): Snapshot {
  const branch = branchOf(snapshot, event);
  const to = event.to as BranchStatus;
  expectFrom(event, branch.status);
  expectMove(event, branchMoves[branch.status].includes(to));
  return withBranch(snapshot, { ...branch, status: to });
}

/** The snapshot after an event that moves the state of a branch; its first one opens the branch. */
export function applyBranchState(snapshot: Snapshot, event: Occurrence): Snapshot {
  if (event.type === 'BRANCH_OPENED') {
    expectFrom(event, snapshot.branches[event.branch]?.state ?? null);
    const { parent, fork } = dataOf(event, 'BRANCH_OPENED');
    return withBranch(snapshot, { key: event.branch, parent, fork, state: event.to, status: 'open' });
  }
  const branch = branchOf(snapshot, event);
  expectFrom(event, branch.state);
  return withBranch(snapshot, { ...branch, state: event.to });
}

/** After a join nobody comes back to its branches: their visits are forgotten, so that a fork in a loop stays small. */
export function forgetVisits(snapshot: Snapshot, event: Occurrence): Snapshot {
  const { fork, visit } = dataOf(event, 'BRANCHES_JOINED');
  const prefix = branchPrefix({ branch: event.branch, step: fork, visit });
  const visits = Object.entries(snapshot.visits).filter(([key]) => !key.startsWith(prefix));
  return withParts(snapshot, { visits: Object.fromEntries(visits) });
}

function branchOf(snapshot: Snapshot, event: Occurrence): Branch {
  const branch = snapshot.branches[event.branch];
  if (!branch) throw misfit(event, `there is no branch ${event.branch}`);
  return branch;
}

function withBranch(snapshot: Snapshot, branch: Branch): Snapshot {
  return withParts(snapshot, { branches: { ...snapshot.branches, [branch.key]: branch } });
}
