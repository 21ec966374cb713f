import { remainingAnnotations } from './annotations';
import type { DesignDocument, Selection } from './document';
import type { Clip } from './read-clip';

/** Letters of a clip; more is no clip of ours. */
const longest = 2 * 1024 * 1024;

/** Whether a text may be a clip; reading it takes code that does not belong to what opens the drawing. */
export function looksLikeClip(text: string): boolean {
  return text.length <= longest && text.includes('clip/1');
}

/**
 * What is selected, with the transitions between the steps and what undoes their activities; a group comes with its steps.
 * Null when nothing of that is selected.
 */
export function clipOf(
  { definition, layout }: DesignDocument,
  { steps: chosen, annotations: drawn }: Selection,
): Clip | null {
  const whole = (definition.annotations ?? []).filter(({ key }) => drawn.includes(key));
  const keys = new Set([...chosen, ...whole.flatMap((one) => (one.type === 'GROUP' ? one.steps : []))]);
  const steps = definition.steps.filter(({ key }) => keys.has(key));
  const left = new Set(definition.steps.flatMap(({ key }) => (keys.has(key) ? [] : key)));
  const annotations = remainingAnnotations(whole, left, new Set());
  if (steps.length === 0 && annotations.length === 0) return null;
  const transitions = definition.transitions.filter(({ from, to }) => keys.has(from) && keys.has(to));
  const named = new Set(
    [
      ...steps.flatMap((step) => (step.type === 'AUTOMATED' ? step.activities : [])),
      ...transitions.flatMap(({ activities = [] }) => activities),
    ].flatMap(({ compensation }) => compensation ?? []),
  );
  return {
    interlock: 'clip/1',
    from: definition.key,
    steps,
    transitions,
    compensations: (definition.compensations ?? []).filter(({ key }) => named.has(key)),
    annotations,
    layout: Object.fromEntries(
      Object.entries(layout).filter(([key]) => keys.has(key) || annotations.some((one) => one.key === key)),
    ),
  };
}

/** The clip as text. */
export function writeClip(clip: Clip): string {
  return JSON.stringify(clip, null, 2);
}
