import { clipOf, readClip, writeClip } from '@/components/designer/document/clip';
import { paste, type Pasted } from '@/components/designer/document/paste';
import { act, type DesignerStore } from '@/components/designer/store';

/** What is selected as text for the clipboard; null when no step is. */
export function copiedText(store: DesignerStore): string | null {
  const { history, selection } = store.getState();
  const clip = clipOf(history.present, selection);
  return clip && writeClip(clip);
}

/**
 * Puts what a text from the clipboard holds into the document, in one entry, and selects it. What is different here is kept
 * to be said (`pasted`). @returns null where the text holds no steps of ours, or nothing may be changed
 */
export function pasteText(store: DesignerStore, text: string): Omit<Pasted, 'document'> | null {
  const { history, known, readOnly } = store.getState();
  const clip = readOnly ? null : readClip(text);
  if (!clip) return null;
  const { document, ...pasted } = paste(history.present, clip, known);
  if (pasted.selection.steps.length + pasted.selection.annotations.length > 0)
    act(store, () => document, { select: pasted.selection });
  const quiet = pasted.missing.length === 0 && pasted.leftOut.length === 0 && pasted.renamed.length === 0;
  store.setState({ pasted: quiet ? null : pasted });
  return pasted;
}
