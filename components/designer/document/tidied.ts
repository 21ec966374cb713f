import { sizeOf } from '@/components/diagram/layout';
import type { Box } from '@/lib/engine/definition/annotation-boxes';
import type { DesignDocument } from './document';
import type { Place } from './steps';

type Places = Readonly<Record<string, Place>>;

/** Pixels between a pinned step and one that had to make room. */
const gap = 32;

/**
 * Where everything stands when the drawing is laid out anew: steps as computed, pinned ones where they are, and the
 * computed ones moved as a whole to fit them. What would lie on a pinned step makes room below it. A note keeps its place
 * beside the step that it is about.
 * @param computed places of all steps, and of notes above them
 */
export function tidied(document: DesignDocument, computed: Places): Record<string, Place> {
  const { definition, layout } = document;
  const pinned = definition.steps.filter(({ key }) => layout[key]?.pinned === true && computed[key]);
  const shift = {
    x: middle(pinned.map(({ key }) => layout[key]!.x - computed[key]!.x)),
    y: middle(pinned.map(({ key }) => layout[key]!.y - computed[key]!.y)),
  };
  const standing = pinned.map((step): Box => ({ ...placeOf(layout[step.key]!), ...sizeOf(named(step)) }));
  const places: Record<string, Place> = {};
  for (const step of definition.steps) {
    const at = computed[step.key];
    if (!at) continue;
    if (pinned.includes(step)) {
      places[step.key] = placeOf(layout[step.key]!);
      continue;
    }
    const size = sizeOf(named(step));
    let box = { x: Math.round(at.x + shift.x), y: Math.round(at.y + shift.y), ...size };
    for (let way = standing.find((other) => overlap(box, other)); way;) {
      box = { ...box, y: Math.round(way.y + way.height + gap) };
      way = standing.find((other) => overlap(box, other));
    }
    if (pinned.length > 0) standing.push(box);
    places[step.key] = placeOf(box);
  }
  for (const note of definition.annotations ?? []) {
    if (note.type !== 'NOTE') continue;
    const before = layout[note.key];
    const step = note.about === undefined ? undefined : layout[note.about];
    const now = note.about === undefined ? undefined : places[note.about];
    const above = computed[note.key];
    if (before && step && now)
      places[note.key] = { x: before.x + now.x - step.x, y: before.y + now.y - step.y };
    else if (above) places[note.key] = { x: Math.round(above.x + shift.x), y: Math.round(above.y + shift.y) };
  }
  return places;
}

function named<T extends { key: string; name?: string | undefined }>(step: T): T & { name: string } {
  return { ...step, name: step.name ?? step.key };
}

function placeOf({ x, y }: Place): Place {
  return { x, y };
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** The median; 0 of nothing. */
function middle(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
