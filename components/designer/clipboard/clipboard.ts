import { clipOf, looksLikeClip, writeClip } from '@/components/designer/document/clip';
import type { Pasted } from '@/components/designer/document/paste';
import { act, type DesignerStore } from '@/components/designer/store';

/** What is selected as text for the clipboard; null when no step is. */
export function copiedText(store: DesignerStore): string | null {
  const { history, selection } = store.getState();
  const clip = clipOf(history.present, selection);
  return clip && writeClip(clip);
}

/** Whether a text from the clipboard may be put into the document: it looks like steps of ours, and something may be changed. */
export function mayPaste(store: DesignerStore, text: string): boolean {
  return !store.getState().readOnly && looksLikeClip(text);
}

/**
 * Puts the steps that a text holds into the document, in one entry, and selects them. What is different here is kept to be
 * said (`pasted`). @returns null when it holds no steps of ours, or nothing may be changed
 * @throws when the code that does so cannot be loaded
 */
export async function pasteText(
  store: DesignerStore,
  text: string,
): Promise<Omit<Pasted, 'document'> | null> {
  if (!mayPaste(store, text)) return null;
  // What finds out what is missing here is the whole check, which does not belong to what opens the drawing.
  const [{ readClip }, { paste }] = await Promise.all([
    import('@/components/designer/document/read-clip'),
    import('@/components/designer/document/paste'),
  ]);
  const clip = readClip(text);
  if (!clip) return null;
  const { history, known } = store.getState();
  const { document, ...pasted } = paste(history.present, clip, known);
  if (pasted.selection.steps.length + pasted.selection.annotations.length > 0)
    act(store, () => document, { select: pasted.selection });
  const quiet = pasted.missing.length === 0 && pasted.leftOut.length === 0 && pasted.renamed.length === 0;
  store.setState({ pasted: quiet ? null : pasted });
  return pasted;
}
