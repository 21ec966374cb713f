import { blockedAt } from '@/lib/engine/context-path';
import type { SubWorkflowStep } from '@/lib/engine/definition/step-schema';
import type { Json } from '@/lib/engine/json';
import { isOpenChild } from '@/lib/engine/lifecycle';
import { type Child, type ChildError, childKey } from '@/lib/engine/child';
import { type Stay } from '@/lib/engine/snapshot';
import { type AskedChild, askedChildren } from './asked-children';
import { cancelOthers } from './branches';
import { childrenOf, dropChildren, progressOf } from './children';
import { beginCompensation } from './compensation';
import { setStayTimers } from './deadlines';
import type { Draft } from './draft';
import { chooseErrorWayOut, chooseWayOut } from './transitions-out';
import { type Way, fails, leaveBy, rests } from './way';

/** How many parents may stand above an instance: a process that starts itself without an end stops here. */
export const deepest = 20;

/**
 * A SUB_WORKFLOW asks for its children at the first look: one, or one for each item of its list. It is left when enough of
 * them have completed; the rest are cancelled. Where too few can still complete, its `childFailed` transition takes over,
 * else its `error` transition, else its failure policy (docs/sub-workflows.md).
 */
export function workOnSubWorkflow(draft: Draft, stay: Stay, step: SubWorkflowStep): Way {
  let children: readonly Child[] = childrenOf(draft, stay);
  if (children.length === 0) {
    if (!askForAll(draft, stay, step)) return rests;
    children = childrenOf(draft, stay);
  } else if (progressOf(step, children) === 'failed' && children.some(({ key }) => draft.retried.has(key))) {
    if (!askAgain(draft, stay, step, children)) return rests;
    children = childrenOf(draft, stay);
  }
  switch (progressOf(step, children)) {
    case 'open':
      if (setStayTimers(draft, stay, step)) draft.wait(['child_workflow']);
      return rests;
    case 'satisfied':
      return join(draft, stay, step, children) ? leaveBy(draft, stay, 'completion') : rests;
    case 'failed':
      return giveUp(draft, stay, step, children);
  }
}

function askForAll(draft: Draft, stay: Stay, step: SubWorkflowStep): boolean {
  const depth = draft.snapshot.parent?.depth ?? 0;
  if (depth >= deepest) {
    const words = `${step.key} may not start ${step.definition}: ${deepest} parents stand above this instance already. A process that starts itself needs a way out. Cancel it, or retry when its definition lets it end.`;
    draft.incident(`${stay.key}#`, stay.step, 'too_deep', words);
    return false;
  }
  const asked = askedChildren(draft, step);
  if (!asked.ok) return cannotAsk(draft, stay, step, asked.message);
  asked.children.forEach((child, position) => ask(draft, stay, step, child, position, 1));
  return true;
}

/** Support tries again: each child that has not completed gets another instance, with its input made anew. */
function askAgain(draft: Draft, stay: Stay, step: SubWorkflowStep, children: readonly Child[]): boolean {
  const asked = askedChildren(draft, step);
  if (!asked.ok) return cannotAsk(draft, stay, step, asked.message);
  for (const child of children) {
    if (isOpenChild(child.status) || child.status === 'completed') continue;
    ask(draft, stay, step, asked.children[child.position] ?? child, child.position, child.attempt + 1);
  }
  return true;
}

function cannotAsk(draft: Draft, stay: Stay, step: SubWorkflowStep, message: string): false {
  const words = `${step.key} cannot start ${step.definition}. ${message} Mend the context and retry.`;
  draft.incident(`${stay.key}#`, stay.step, 'evaluation_failed', words);
  return false;
}

function ask(
  draft: Draft,
  stay: Stay,
  { definition, version }: SubWorkflowStep,
  { subject, input }: AskedChild,
  position: number,
  attempt: number,
): void {
  const key = childKey(stay.key, position, attempt);
  const { step, visit, branch } = stay;
  draft.child('CHILD_CREATED', { key, branch }, 'created', {
    data: { step, visit, position, attempt, definition, version: version ?? null, subject, input },
  });
  draft.effect({ kind: 'settle_child', child: key });
}

/** Writes the outputs and ends what is not needed any more. False when an output cannot be written where the step says. */
function join(draft: Draft, stay: Stay, step: SubWorkflowStep, children: readonly Child[]): boolean {
  // A way out that needed attention is chosen again; what the children gave was written before.
  if (draft.retried.has(stay.key)) return true;
  const set: Record<string, Json> = {};
  for (const path of Object.keys(step.output ?? {}).sort()) {
    const blocked = blockedAt(draft.snapshot.context, path);
    if (blocked !== null) {
      const words = `The output of ${step.key} cannot be written: context.${path} cannot be set, because context.${blocked} is not an object. Mend the context and retry.`;
      draft.incident(`${stay.key}#`, stay.step, 'evaluation_failed', words);
      return false;
    }
    const values = children.map(({ output }) => output?.[path] ?? null);
    set[path] = step.forEach ? values : (values[0] ?? null);
  }
  const keysOf = (status: Child['status']): string[] =>
    childrenOf(draft, stay).flatMap((child) => (child.status === status ? [child.key] : []));
  draft.wake();
  dropChildren(draft, stay, `${step.key} went on without it`);
  draft.note('CHILDREN_JOINED', 'child', stay.key, {
    data: {
      completed: keysOf('completed'),
      failed: keysOf('failed'),
      cancelled: keysOf('cancelled'),
      ...(Object.keys(set).length > 0 ? { set } : {}),
    },
    branch: stay.branch,
  });
  return true;
}

/** Too few children can complete. */
function giveUp(draft: Draft, stay: Stay, step: SubWorkflowStep, children: readonly Child[]): Way {
  const [first] = children.filter(({ status }) => status === 'failed' || status === 'cancelled');
  if (!first) throw new Error(`No child of ${stay.key} has failed.`);
  const error = errorOf(first);
  const byChild = chooseWayOut(draft, stay, 'childFailed');
  const choice = byChild.kind === 'none' ? chooseErrorWayOut(draft, stay, error.code) : byChild;
  if (choice.kind === 'failed') return fails(draft, stay, choice);
  const reason = 'Another child has failed';
  if (choice.kind === 'taken') {
    draft.wake();
    dropChildren(draft, stay, reason);
    return { kind: 'leaves', choice };
  }
  const cause = { execution: first.key, error: { ...error, retryable: false } };
  switch (step.onFailure) {
    case 'fail':
      dropChildren(draft, stay, reason);
      cancelOthers(draft, stay.branch);
      draft.status('WORKFLOW_FAILED', 'failed', { data: cause });
      return rests;
    case 'compensate': {
      const then = draft.compiled.definition.afterCompensation ?? 'reversed';
      beginCompensation(draft, { by: 'compensation', then, reason: null }, cause);
      return rests;
    }
    default:
      draft.incident(first.key, stay.step, 'child_failed', failureWords(step, first, error));
      return rests;
  }
}

function errorOf({ error, status }: Child): ChildError {
  if (error) return error;
  const message = status === 'cancelled' ? 'It was cancelled' : 'It failed';
  return { code: `child_${status}`, message };
}

function failureWords(step: SubWorkflowStep, { subject }: Child, { code, message }: ChildError): string {
  return `${step.definition} about ${subject}, which ${step.key} started, has not come to a good end: ${message} (${code}). Retry to start it anew, or cancel this request.`;
}
