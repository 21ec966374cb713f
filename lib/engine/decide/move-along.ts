import type { Transition } from '@/lib/engine/definition/schema';
import type { Stay } from '@/lib/engine/snapshot';
import { goOn } from './advance';
import { dropChildren } from './children';
import type { InputOf, Refusal } from './contract';
import { type Draft, openStays } from './draft';
import { invalid, notAllowed, notFound } from './refusals';
import { goOnFromIncidents } from './repair';
import { stopWork } from './stopping';
import { take } from './take';
import { fireDueTimers } from './timer-fired';
import { considerRepair } from './transitions-out';

/**
 * Support moves what stands in a step to another one, along a transition that its definition declares for repairs and nothing else
 * takes (`on: "repair"`). What is open in the step ends: its task, its activities, its children, its timers. An incident counts as
 * settled; one of another line is found again.
 */
export function moveAlong(draft: Draft, input: InputOf<'move'>): Refusal | null {
  const found = placeOf(draft, input);
  if ('refusal' in found) return found.refusal;
  const { stay, transition } = found;
  const wrong = whyNotNow(draft, stay);
  if (wrong) return wrong;
  const choice = considerRepair(draft, transition);
  if (choice.kind !== 'taken')
    return notAllowed(draft.snapshot, choice.message, { transition: transition.key });

  if (draft.snapshot.status === 'needs_attention') goOnFromIncidents(draft, 'moved', input.reason);
  draft.wake();
  const isHere = (line: string) => line === stay.branch;
  stopWork(draft, 'moved', ({ branch, undoOf }) => !isHere(branch) || undoOf !== null, input.reason, isHere);
  dropChildren(draft, stay, `staff moved it on from ${stay.step}`);
  take(draft, stay, choice);
  draft.handToSystem();
  goOn(draft);
  fireDueTimers(draft);
  return null;
}

type Place = { readonly stay: Stay; readonly transition: Transition };

function placeOf(
  { snapshot, compiled }: Draft,
  { transition: key, stay: asked }: InputOf<'move'>,
): Place | { readonly refusal: Refusal } {
  const transition = [...compiled.repairs.values()].flat().find((one) => one.key === key);
  if (!transition)
    return { refusal: notFound('Its definition has no such transition for repairs.', { transition: key }) };
  const stays = openStays(snapshot).filter(
    (stay) => stay.step === transition.from && (asked === undefined || stay.key === asked),
  );
  const [stay] = stays;
  if (!stay) {
    const message = `This transition leads out of ${transition.from}, and the instance is not there now.`;
    return { refusal: notAllowed(snapshot, message, { transition: key }) };
  }
  if (stays.length > 1) {
    const message = `Several branches are in ${transition.from}. Say which one: ${stays.map((one) => one.key).join(', ')}.`;
    return { refusal: invalid([{ path: '/stay', message }]) };
  }
  return { stay, transition };
}

function whyNotNow({ snapshot }: Draft, stay: Stay): Refusal | null {
  const { status, ending, activities } = snapshot;
  if (ending !== null || (status !== 'waiting' && status !== 'running' && status !== 'needs_attention')) {
    const now = ending === null ? status : 'being ended';
    return notAllowed(
      snapshot,
      `Only what runs, waits or needs attention is moved; this instance is ${now}.`,
      {},
    );
  }
  if (stay.leaving)
    return notAllowed(
      snapshot,
      `It is leaving ${stay.step} already: the activities of its transition run.`,
      {},
    );
  const running = Object.values(activities).find(
    ({ branch, status: now }) => branch === stay.branch && now === 'running',
  );
  if (!running) return null;
  const message = `“${running.activity}” runs at this moment. Move it when that has ended.`;
  return notAllowed(snapshot, message, { execution: running.key });
}
