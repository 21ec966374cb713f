import type { Branch } from '@/lib/engine/snapshot';
import { mainBranch } from '@/lib/engine/snapshot';
import { branchesOf } from './branches';
import type { Compiled } from './compiled';
import type { Draft } from './draft';
import type { Fate } from './migration-fates';

type Stranded = { readonly code: string; readonly message: string };

/**
 * Whether some line would strand: a branch outside of its fork, or with no way to its join; a join that could never have
 * enough; the main line inside a fork that nobody has entered. Null when all can go on.
 */
export function whyStranded(draft: Draft, fates: readonly Fate[]): Stranded | null {
  const to = new Map(fates.map(({ stay, to: step }) => [stay.branch, step]));
  for (const { stay, to: step } of fates) {
    const stranded =
      stay.branch === mainBranch
        ? insideAFork(draft.compiled, step)
        : (outsideItsFork(draft, stay.branch, step) ?? insideAnother(draft, stay.branch, step));
    if (stranded) return stranded;
    const branches = branchesOf(draft, stay);
    const starved = branches.length > 0 ? starvedJoin(draft.compiled, step, branches, to) : null;
    if (starved) return starved;
  }
  return null;
}

/** The steps of a fork's branches: what its ways out lead to before its join. */
function regionOf({ waysOut, repairs, joins }: Compiled, fork: string): ReadonlySet<string> {
  const join = joins.get(fork)?.key;
  const region = new Set<string>();
  const open = (waysOut.get(fork) ?? []).map(({ to }) => to);
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    if (step === join || region.has(step)) continue;
    region.add(step);
    for (const { to } of [...(waysOut.get(step) ?? []), ...(repairs.get(step) ?? [])]) open.push(to);
    // A fork inside goes on at its own join.
    const inner = joins.get(step)?.key;
    if (inner !== undefined) open.push(inner);
  }
  return region;
}

function insideAFork(compiled: Compiled, step: string): Stranded | null {
  for (const fork of compiled.joins.keys()) {
    if (fork !== step && regionOf(compiled, fork).has(step))
      return {
        code: 'inside_fork',
        message: `${step} is inside the fork ${fork}, whose branches this instance has not opened.`,
      };
  }
  return null;
}

function outsideItsFork({ compiled, snapshot }: Draft, line: string, step: string): Stranded | null {
  const fork = snapshot.branches[line]?.fork ?? '';
  const join = compiled.joins.get(fork);
  if (!join)
    return {
      code: 'no_join',
      message: `The new version has no join for ${fork}, in which a branch of it is.`,
    };
  if (!regionOf(compiled, fork).has(step))
    return {
      code: 'join_never',
      message: `A branch of ${fork} would go on in ${step}, from which ${join.key} is never reached as its join.`,
    };
  return canReach(compiled, step, join.key)
    ? null
    : {
        code: 'join_never',
        message: `From ${step} no way leads to ${join.key}, so ${join.key} would wait for this branch for ever.`,
      };
}

/** A fork inside the branch's own, that the branch has not opened. */
function insideAnother({ compiled, snapshot }: Draft, line: string, step: string): Stranded | null {
  const own = snapshot.branches[line]?.fork;
  const mine = regionOf(compiled, own ?? '');
  for (const fork of compiled.joins.keys()) {
    if (fork === step || fork === own || !mine.has(fork)) continue;
    if (regionOf(compiled, fork).has(step))
      return {
        code: 'inside_fork',
        message: `${step} is inside the fork ${fork}, whose branches this instance has not opened.`,
      };
  }
  return null;
}

/** A join that waits for more branches than can still come. */
function starvedJoin(
  compiled: Compiled,
  fork: string,
  branches: readonly Branch[],
  to: ReadonlyMap<string, string>,
): Stranded | null {
  const join = compiled.joins.get(fork);
  if (!join)
    return { code: 'no_join', message: `The new version has no join for ${fork}, whose branches are open.` };
  const { mode = 'all' } = join;
  if (typeof mode !== 'object') return null;
  const coming = branches.filter(
    ({ key, status }) => status === 'arrived' || (status === 'open' && to.has(key)),
  );
  return coming.length >= mode.n
    ? null
    : {
        code: 'join_never',
        message: `${join.key} waits for ${mode.n} branches, and only ${coming.length} can still come.`,
      };
}

function canReach({ waysOut, joins }: Compiled, from: string, goal: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    if (step === goal) return true;
    if (seen.has(step)) continue;
    seen.add(step);
    for (const { to } of waysOut.get(step) ?? []) open.push(to);
    const inner = joins.get(step)?.key;
    if (inner !== undefined) open.push(inner);
  }
  return false;
}
