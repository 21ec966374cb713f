import type { Layout } from '@/lib/engine/definition/schema';
import type { DesignDocument } from './document';
import type { Place } from './steps';

/** Pixels from one step to the next, by which new ones keep their distance. */
const across = 240;
const down = 112;

/** A place beside the step (to its right, or the next free one below), or beside everything when there is none. */
export function placeAfter({ definition, layout }: DesignDocument, key: string | undefined): Place {
  const places = definition.steps.flatMap((step) => layout[step.key] ?? []);
  const beside = key === undefined ? undefined : layout[key];
  const from =
    beside ??
    places.reduce<Place | undefined>((most, one) => (most && most.x > one.x ? most : one), undefined);
  if (!from) return { x: 40, y: 120 };
  let place = { x: from.x + across, y: from.y };
  while (places.some(({ x, y }) => Math.abs(x - place.x) < across / 2 && Math.abs(y - place.y) < down / 2))
    place = { x: place.x, y: place.y + down };
  return place;
}

/** A place for a note: above the step, higher where something is in the way; above everything where there is no step. */
export function placeAbove({ definition, layout }: DesignDocument, key: string | undefined): Place {
  const places = Object.values(layout);
  const beside = key === undefined ? undefined : layout[key];
  const left = Math.min(40, ...definition.steps.flatMap((step) => layout[step.key]?.x ?? []));
  const top = Math.min(120, ...places.map(({ y }) => y));
  let place = beside ? { x: beside.x, y: beside.y - down } : { x: left, y: top - down };
  while (places.some(({ x, y }) => Math.abs(x - place.x) < across / 2 && Math.abs(y - place.y) < down / 2))
    place = { x: place.x, y: place.y - down };
  return place;
}

/** A layout in which every step and note has a place: those without one stand below the others, in rows. */
export function completeLayout({ definition, layout }: DesignDocument): Layout {
  const notes = (definition.annotations ?? []).filter(({ type }) => type === 'NOTE');
  const missing = [...definition.steps, ...notes].filter(({ key }) => !layout[key]);
  if (missing.length === 0) return layout;
  const lowest = Math.max(0, ...Object.values(layout).map(({ y }) => y + down));
  const added = missing.map(({ key }, index) => [
    key,
    { x: 40 + (index % 5) * across, y: lowest + 40 + Math.floor(index / 5) * down },
  ]);
  return { ...layout, ...(Object.fromEntries(added) as Layout) };
}
