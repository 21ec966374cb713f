import { plusSeconds } from '@/lib/engine/deadlines/instant';
import { goOn } from './advance';
import type { InputOf, Refusal } from './contract';
import { type Draft, openStays } from './draft';
import { fileName, hasFile } from './interruption';
import { notAllowed } from './refusals';

/**
 * A file was uploaded: it goes to the step that waits for it, and what is known of it to `context.files.<step>`. Its content is
 * elsewhere; the event has its hash. One that no step waits for is refused, not kept.
 */
export function receiveFile(draft: Draft, { step, file }: InputOf<'file'>): Refusal | null {
  const { snapshot } = draft;
  const live = snapshot.status === 'waiting' || snapshot.status === 'running';
  const stay = openStays(snapshot).find((one) => one.step === step && !hasFile(draft, one));
  const waits = draft.compiled.steps.get(step)?.type === 'WAIT_FOR_FILE';
  if (!live || snapshot.ending !== null || !waits || !stay) {
    return notAllowed(snapshot, `The step ${step} does not wait for a file now.`, { step });
  }
  draft.note('FILE_RECEIVED', 'signal', file.id, {
    data: {
      id: file.id,
      name: fileName(step),
      payload: file,
      // It is consumed at once; a signal has an end of its time.
      expiresAt: plusSeconds(draft.env.now, 1),
    },
    branch: stay.branch,
  });
  draft.handToSystem();
  draft.note('SIGNAL_CONSUMED', 'signal', file.id, {
    data: { stay: stay.key, set: { [`files.${step}`]: file } },
    branch: stay.branch,
  });
  goOn(draft);
  return null;
}
