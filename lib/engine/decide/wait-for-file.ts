import type { FileStep } from '@/lib/engine/definition/step-schema';
import type { Stay } from '@/lib/engine/snapshot';
import { setStayTimers } from './deadlines';
import type { Draft } from './draft';
import { hasFile } from './interruption';
import { type Way, leaveBy, rests } from './way';

/** A WAIT_FOR_FILE waits for one upload and is left by its completion. */
export function workOnFile(draft: Draft, stay: Stay, step: FileStep): Way {
  if (hasFile(draft, stay)) return leaveBy(draft, stay, 'completion');
  if (!setStayTimers(draft, stay, step)) return rests;
  draft.wait(['file_upload']);
  return rests;
}
