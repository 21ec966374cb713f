import { allActivities } from '@/lib/engine/conditions/declared';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Finding, Surroundings } from '@/lib/engine/definition/finding';
import { lint } from '@/lib/engine/definition/lint';
import { parseDefinition } from '@/lib/engine/definition/parse';
import type { Definition, Layout } from '@/lib/engine/definition/schema';
import { equalJson, type Json } from '@/lib/engine/json';
import { renameActivity } from './activities';
import { placedKeys, remainingAnnotations, renameAnnotation } from './annotations';
import type { Clip } from './read-clip';
import type { DesignDocument, Selection } from './document';
import { freeKey } from './keys';
import { renameStep } from './steps';
import { renameTransition } from './transitions';

export type Renamed = { readonly what: 'step' | 'activity'; readonly from: string; readonly to: string };

export type Pasted = {
  readonly document: DesignDocument;
  /** What has been put in. */
  readonly selection: Selection;
  /** Keys that were taken here. */
  readonly renamed: readonly Renamed[];
  /** Names of starts that were left out, since there is one. */
  readonly leftOut: readonly string[];
  /** What the pasted elements name and what is not here: the words of the check of publishing. */
  readonly missing: readonly Finding[];
};

/** Findings that say that something named is not there. */
const missingCodes: ReadonlySet<Finding['code']> = new Set([
  'unknown_role',
  'unknown_rule',
  'unknown_function',
  'unknown_secret',
  'unknown_definition',
  'unknown_calendar',
  'unknown_activity_type',
  'unknown_compensation',
  'unknown_field_in_expression',
  'missing_step',
]);

/**
 * Puts a clip into a document. What has a key that is taken gets another one, everywhere in the clip; what the clip
 * undoes its activities with comes along, or is what is here already when that is the same.
 */
export function paste(document: DesignDocument, clip: Clip, known: Surroundings): Pasted {
  const { definition } = document;
  const hasStart = definition.steps.some(({ type }) => type === 'START');
  const out = new Set(
    hasStart ? clip.steps.filter(({ type }) => type === 'START').map(({ key }) => key) : [],
  );
  const begun = asDocument(clip, out);
  const { renamed, document: fitting } = withFreeKeys(begun, document);
  const same = new Set((definition.compensations ?? []).map(({ key }) => key));
  const compensations = (fitting.definition.compensations ?? []).filter(({ key }) => !same.has(key));
  const all = [...(definition.compensations ?? []), ...compensations];
  const drawn = fitting.definition.annotations ?? [];
  const merged: Definition = {
    ...definition,
    steps: [...definition.steps, ...fitting.definition.steps],
    transitions: [...definition.transitions, ...fitting.definition.transitions],
    ...(all.length > 0 && { compensations: all }),
    ...(drawn.length > 0 && { annotations: [...(definition.annotations ?? []), ...drawn] }),
  };
  const selection: Selection = {
    steps: fitting.definition.steps.map(({ key }) => key),
    transitions: fitting.definition.transitions.map(({ key }) => key),
    annotations: drawn.map(({ key }) => key),
  };
  return {
    document: {
      ...document,
      definition: merged,
      layout: { ...document.layout, ...besides(fitting.layout, document.layout) },
    },
    selection,
    renamed,
    leftOut: clip.steps.flatMap(({ key, name }) => (out.has(key) ? (name ?? key) : [])),
    missing: missingIn(merged, known, selection, compensations),
  };
}

/** The clip as a document of its own, so that the commands of documents work on it. */
function asDocument(clip: Clip, out: ReadonlySet<string>): DesignDocument {
  return {
    definition: {
      key: clip.from,
      name: clip.from,
      subject: { type: 'clip' },
      steps: clip.steps.filter(({ key }) => !out.has(key)),
      transitions: clip.transitions.filter(({ from, to }) => !out.has(from) && !out.has(to)),
      compensations: clip.compensations,
      annotations: remainingAnnotations(clip.annotations, out, new Set()),
    },
    layout: Object.fromEntries(Object.entries(clip.layout).filter(([key]) => !out.has(key))),
    scenarios: [],
  };
}

function withFreeKeys(
  begun: DesignDocument,
  { definition }: DesignDocument,
): { document: DesignDocument; renamed: Renamed[] } {
  const renamed: Renamed[] = [];
  let document = begun;
  const free = (what: Renamed['what'], from: string, here: ReadonlySet<string>, own: readonly string[]) => {
    const to = freeKey(from, [...here, ...own]);
    renamed.push({ what, from, to });
    return to;
  };
  const steps = new Set(placedKeys(definition));
  for (const { key } of begun.definition.annotations ?? []) {
    if (!steps.has(key)) continue;
    document = renameAnnotation(key, freeKey(key, [...steps, ...placedKeys(document.definition)]))(document);
  }
  for (const { key } of begun.definition.steps) {
    if (!steps.has(key)) continue;
    const own = placedKeys(document.definition);
    document = renameStep(key, free('step', key, steps, own))(document);
  }
  const here = allActivities(definition);
  const activities = new Set(here.map(({ key }) => key));
  const undoing = new Map((definition.compensations ?? []).map((one) => [one.key, one]));
  for (const { key } of allActivities(begun.definition)) {
    if (!activities.has(key) || isSame(undoing.get(key), begun, key)) continue;
    const own = allActivities(document.definition).map((activity) => activity.key);
    document = renameActivity(key, free('activity', key, activities, own))(document);
  }
  const transitions = new Set(definition.transitions.map(({ key }) => key));
  for (const { key } of begun.definition.transitions) {
    if (!transitions.has(key)) continue;
    const own = document.definition.transitions.map((one) => one.key);
    document = renameTransition(key, freeKey(key, [...transitions, ...own]))(document);
  }
  return { document, renamed };
}

/** Whether the clip brings along the very compensation that is here under that key. */
function isSame(here: Activity | undefined, { definition }: DesignDocument, key: string): boolean {
  const brought = definition.compensations?.find((one) => one.key === key);
  return here !== undefined && equalJson(here as unknown as Json, brought as unknown as Json | undefined);
}

/** Where the pasted steps stand: where they stood, or a bit beside, so that none lies on another. */
function besides(pasted: Layout, here: Layout): Layout {
  const taken = Object.values(here);
  const covers = (shift: number) =>
    Object.values(pasted).some((place) =>
      taken.some(({ x, y }) => Math.abs(x - place.x - shift) < 40 && Math.abs(y - place.y - shift) < 40),
    );
  let shift = 0;
  while (shift < 4_800 && covers(shift)) shift += 48;
  return Object.fromEntries(
    Object.entries(pasted).map(([key, { x, y }]) => [key, { x: x + shift, y: y + shift }]),
  );
}

function missingIn(
  definition: Definition,
  known: Surroundings,
  { steps, transitions }: Selection,
  compensations: readonly Activity[],
): readonly Finding[] {
  const parsed = parseDefinition(definition);
  if (!parsed.ok) return [];
  const pasted = new Set([...steps, ...transitions]);
  const first = (definition.compensations ?? []).length - compensations.length;
  return lint(parsed.definition, known).filter(({ code, element, path }) => {
    const [, list, index] = path.split('/');
    const own = element === null ? list === 'compensations' && Number(index) >= first : pasted.has(element);
    return own && missingCodes.has(code);
  });
}
