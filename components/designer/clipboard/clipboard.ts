import { type Clip, clipOf, readClip, writeClip } from '@/components/designer/document/clip';
import type { Pasted } from '@/components/designer/document/paste';
import { act, type DesignerStore } from '@/components/designer/store';

/** What is selected as text for the clipboard; null when no step is. */
export function copiedText(store: DesignerStore): string | null {
  const { history, selection } = store.getState();
  const clip = clipOf(history.present, selection);
  return clip && writeClip(clip);
}

/** What a text from the clipboard holds; null where it holds no steps of ours, or nothing may be changed. */
export function clipFor(store: DesignerStore, text: string): Clip | null {
  return store.getState().readOnly ? null : readClip(text);
}

/**
 * Puts a clip into the document, in one entry, and selects it. What is different here is kept to be said (`pasted`).
 * @throws when the code that does so cannot be loaded
 */
export async function pasteClip(store: DesignerStore, clip: Clip): Promise<Omit<Pasted, 'document'>> {
  // What finds out what is missing here is the whole check, which does not belong to what opens the drawing.
  const { paste } = await import('@/components/designer/document/paste');
  const { history, known } = store.getState();
  const { document, ...pasted } = paste(history.present, clip, known);
  if (pasted.selection.steps.length + pasted.selection.annotations.length > 0)
    act(store, () => document, { select: pasted.selection });
  const quiet = pasted.missing.length === 0 && pasted.leftOut.length === 0 && pasted.renamed.length === 0;
  store.setState({ pasted: quiet ? null : pasted });
  return pasted;
}
