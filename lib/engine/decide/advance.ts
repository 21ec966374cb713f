import type { Step } from '@/lib/engine/definition/step-schema';
import { type Stay, mainBranch, stayKey } from '@/lib/engine/snapshot';
import { workOnAutomated } from './automated';
import { goOnCancelling } from './cancel';
import { workOnCompensate } from './compensate-step';
import { goOnCompensating } from './compensation';
import type { Refusal } from './contract';
import { instanceAgeTimers } from './deadlines';
import { workOnDecision } from './decision';
import { type Draft, openStays } from './draft';
import { workOnEnd } from './end';
import { nextVisit } from './enter';
import { workOnFork } from './fork';
import { handOut } from './handing-over';
import { interruption } from './interruption';
import { workOnLeaving } from './leaving';
import { take } from './take';
import { workOnUserTask } from './user-task';
import { workOnFile } from './wait-for-file';
import { workOnSignal } from './wait-for-signal';
import { workOnTimer } from './wait-for-timer';
import type { Way } from './way';

/** The most transitions that one plan takes; an automatic loop then goes on in a plan of its own. */
const maximumMoves = 1_000;

/** Goes on as far as possible without anybody's help; a plan without events where nothing can go on. */
export function advance(draft: Draft): Refusal | null {
  draft.byAdvancingWorker = true;
  draft.handToSystem();
  if (draft.snapshot.status === 'scheduled') begin(draft);
  goOn(draft);
  return null;
}

/**
 * Works on the step in which each line is (the main line and the open branches), takes its way out, works on the next one,
 * and so on until no line has anything more to do by itself. An instance that is being ended goes on with that. Does nothing
 * to one that is not live (paused, in need of attention, ended).
 */
export function goOn(draft: Draft): void {
  if (draft.snapshot.ending?.by === 'grace') return goOnCancelling(draft);
  if (draft.snapshot.ending?.by === 'compensation') return goOnCompensating(draft);
  while (isLive(draft)) {
    draft.lookAgain();
    if (!moveOneLine(draft)) {
      if (!isLive(draft)) return;
      draft.comeToRest();
      handOut(draft);
      return;
    }
    if (draft.moves >= maximumMoves) {
      draft.effect({ kind: 'advance' });
      return;
    }
    draft.handToSystem();
  }
}

/** Works on the lines one after the other until one moves. False when all rest, or the instance does not go on. */
function moveOneLine(draft: Draft): boolean {
  const stays = openStays(draft.snapshot);
  if (stays.length === 0)
    throw new Error(`Instance ${draft.snapshot.instanceId} is ${draft.snapshot.status} in no step.`);
  for (const stay of stays) {
    const step = stepOf(draft, stay.step);
    const way = stay.leaving
      ? workOnLeaving(draft, stay, stay.leaving)
      : (interruption(draft, stay, step) ?? workOn(draft, stay, step));
    if (way.kind === 'leaves') take(draft, stay, way.choice);
    if (way.kind !== 'rests') return true;
    if (!isLive(draft)) return false;
  }
  return false;
}

function isLive({ snapshot: { status } }: Draft): boolean {
  return status === 'running' || status === 'waiting';
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
    case 'PARALLEL_JOIN':
      return workOnDecision(draft, stay);
    case 'PARALLEL_FORK':
      return workOnFork(draft, stay, step);
    case 'END':
      return workOnEnd(draft, stay, step);
    case 'USER_TASK':
      return workOnUserTask(draft, stay, step);
    case 'AUTOMATED':
      return workOnAutomated(draft, stay, step);
    case 'COMPENSATE':
      return workOnCompensate(draft, stay, step);
    case 'WAIT_FOR_TIMER':
      return workOnTimer(draft, stay, step);
    case 'WAIT_FOR_SIGNAL':
      return workOnSignal(draft, stay, step);
    case 'WAIT_FOR_FILE':
      return workOnFile(draft, stay, step);
    case 'SUB_WORKFLOW':
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
