import type { Step } from '@/lib/engine/definition/step-schema';
import { type Stay, mainBranch, stayKey } from '@/lib/engine/snapshot';
import { workOnAutomated } from './automated';
import type { Refusal } from './contract';
import { instanceAgeTimers } from './deadlines';
import { workOnDecision } from './decision';
import { type Draft, openStay } from './draft';
import { workOnEnd } from './end';
import { startNow } from './handing-over';
import { interruption } from './interruption';
import { nextVisit, take } from './transitions-out';
import { workOnUserTask } from './user-task';
import { workOnSignal } from './wait-for-signal';
import { workOnTimer } from './wait-for-timer';
import type { Way } from './way';

/** The most transitions that one plan takes; an automatic loop then goes on in a plan of its own. */
const maximumMoves = 1_000;

/** Goes on as far as possible without anybody's help; a plan without events where nothing can go on. */
export function advance(draft: Draft): Refusal | null {
  draft.byAdvancingWorker = true;
  draft.handToSystem();
  switch (draft.snapshot.status) {
    case 'scheduled':
      begin(draft);
      goOn(draft);
      return null;
    case 'running':
      goOn(draft);
      return null;
    case 'waiting':
      startNow(draft);
      return null;
    default:
      return null;
  }
}

/**
 * Works on the step in which the instance is, takes its way out, works on the next one, and so on until a step has
 * nothing more to do by itself. Does nothing to an instance that is not live (paused, in need of attention, ended).
 */
export function goOn(draft: Draft): void {
  while (draft.snapshot.status === 'running' || draft.snapshot.status === 'waiting') {
    const stay = openStay(draft.snapshot, mainBranch);
    if (!stay)
      throw new Error(`Instance ${draft.snapshot.instanceId} is ${draft.snapshot.status} in no step.`);
    const step = stepOf(draft, stay.step);
    const way = interruption(draft, stay, step) ?? workOn(draft, stay, step);
    if (way.kind === 'rests') return;
    take(draft, stay, way.choice);
    if (draft.moves === maximumMoves) {
      draft.effect({ kind: 'advance' });
      return;
    }
    draft.handToSystem();
  }
}

function begin(draft: Draft): void {
  const start = draft.compiled.definition.steps.find((step) => step.type === 'START');
  if (!start) throw new Error(`Definition ${draft.compiled.definition.key} has no START.`);
  const timers = instanceAgeTimers(draft);
  draft.status('WORKFLOW_STARTED', 'running', { data: timers.length > 0 ? { timers } : {} });
  const visit = nextVisit(draft, mainBranch, start.key);
  draft.state('STEP_ENTERED', stayKey(mainBranch, start.key, visit), null, start.key, {
    data: { step: start.key, visit },
  });
}

function workOn(draft: Draft, stay: Stay, step: Step): Way {
  switch (step.type) {
    case 'START':
    case 'DECISION':
      return workOnDecision(draft, stay);
    case 'END':
      return workOnEnd(draft, step);
    case 'USER_TASK':
      return workOnUserTask(draft, stay, step);
    case 'AUTOMATED':
      return workOnAutomated(draft, stay, step);
    case 'WAIT_FOR_TIMER':
      return workOnTimer(draft, stay, step);
    case 'WAIT_FOR_SIGNAL':
      return workOnSignal(draft, stay, step);
    case 'PARALLEL_FORK':
    case 'PARALLEL_JOIN':
    case 'WAIT_FOR_FILE':
    case 'SUB_WORKFLOW':
    case 'COMPENSATE':
      throw new Error(
        `Step ${step.key} is a ${step.type}, which publishing refuses until it can be executed.`,
      );
  }
}

function stepOf(draft: Draft, key: string): Step {
  const step = draft.compiled.steps.get(key);
  if (!step) throw new Error(`Definition ${draft.compiled.definition.key} has no step ${key}.`);
  return step;
}
