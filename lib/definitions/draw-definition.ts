import { type Box, frameAround, noteSize, wrappedText } from '@/lib/engine/definition/annotation-boxes';
import { edgeLanes } from '@/lib/engine/definition/edge-lanes';
import type { Definition, Layout } from '@/lib/engine/definition/schema';
import { wordsOf } from './mermaid';

const box = { width: 176, height: 64 };
const margin = 32;

/**
 * A definition as an SVG drawing, with steps, notes and groups where they stand; steps without a place stand in columns behind
 * each other, notes without one above.
 */
export function drawDefinition(definition: Definition, layout: Layout): string {
  const places = placed(definition, layout);
  const frames = framesOf(definition, places);
  const notes = notesOf(definition, layout, places);
  const all = [...places.values()].map((place) => ({ ...place, ...box }));
  const everything = [...all, ...frames.map(({ frame }) => frame), ...notes];
  const laneOf = edgeLanes();
  const drawn = definition.transitions.flatMap((transition) => {
    const from = places.get(transition.from);
    const to = places.get(transition.to);
    if (!from || !to) return [];
    const words = shortened(wordsOf(transition), 26);
    return [arrowOf(from, to, words, laneOf(transition.from, transition.to))];
  });
  const arrows = withFreeWords(drawn, [...all, ...notes]);
  const words = arrows.filter((one) => one.words !== '').map((one) => boxOfWords(one.words, one.at));
  const left = Math.min(0, ...[...everything, ...words].map(({ x }) => x)) - margin;
  const top = Math.min(0, ...[...everything, ...words].map(({ y }) => y)) - margin;
  const right = Math.max(box.width, ...[...everything, ...words].map(({ x, width }) => x + width)) + margin;
  const lowest = [...everything.map(({ y, height }) => y + height), ...arrows.map((one) => one.lowest)];
  const bottom = Math.max(box.height, ...lowest) + margin;
  const width = right - left;
  const height = bottom - top;
  const boxes = definition.steps.map(({ key, name, type }) => {
    const { x, y } = places.get(key)!;
    const round = type === 'START' || type === 'END' ? box.height / 2 : 8;
    return `<g><rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="${round}" fill="#fff" stroke="#8a94a6"/>${lines(
      name ?? key,
    )
      .map((line, index, { length }) =>
        text(x + box.width / 2, y + box.height / 2 + 4 + (index - (length - 1) / 2) * 16, line, 12, '600'),
      )
      .join('')}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}" font-family="Inter, system-ui, sans-serif" role="img"><title>${escaped(definition.name)}</title><defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="#5b6577"/></marker></defs><rect x="${left}" y="${top}" width="${width}" height="${height}" fill="#f8f9fb"/>${frames.map(drawFrame).join('')}${arrows.map(drawArrow).join('')}${boxes.join('')}${arrows.map(drawWords).join('')}${notes.map(drawNote).join('')}</svg>\n`;
}

function framesOf({ annotations = [] }: Definition, places: ReadonlyMap<string, Place>) {
  return annotations.flatMap((one) => {
    if (one.type === 'NOTE') return [];
    const frame = frameAround(
      one.steps.flatMap((key) => {
        const place = places.get(key);
        return place ? [{ ...place, ...box }] : [];
      }),
    );
    return frame ? [{ name: one.name, frame }] : [];
  });
}

function drawFrame({ name, frame: { x, y, width, height } }: { name: string; frame: Box }): string {
  const words = shortened(name, Math.floor(width / 7));
  return `<g><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="12" fill="#eef0f4" stroke="#8a94a6" stroke-dasharray="4 4"/><text x="${x + 12}" y="${y + 18}" font-size="12" font-weight="600" fill="#4b5567">${escaped(words)}</text></g>`;
}

type DrawnNote = Box & { readonly text: string; readonly step: Place | undefined };

function notesOf(
  { annotations = [] }: Definition,
  layout: Layout,
  places: ReadonlyMap<string, Place>,
): DrawnNote[] {
  let free = 0;
  return annotations.flatMap((one) => {
    if (one.type === 'GROUP') return [];
    const size = noteSize(one.text);
    const step = one.about === undefined ? undefined : places.get(one.about);
    const placed = layout[one.key];
    const { x, y } = placed ?? { x: Math.max(free, step?.x ?? 0), y: -size.height - margin };
    if (!placed) free = x + size.width + margin;
    return [{ x, y, ...size, text: one.text, step }];
  });
}

function drawNote({ x, y, width, height, text: words, step }: DrawnNote): string {
  const line = step
    ? `<path d="M${x + width / 2} ${y + (step.y > y ? height : 0)}L${step.x + box.width / 2} ${step.y + (step.y > y ? 0 : box.height)}" stroke="#c08a2d" stroke-dasharray="3 3" fill="none"/>`
    : '';
  const rows = wrappedText(words).map(
    (row, index) =>
      `<text x="${x + 10}" y="${y + 20 + index * 16}" font-size="12" fill="#1d2433">${escaped(row)}</text>`,
  );
  return `<g>${line}<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="3" fill="#fdf3dc" stroke="#e0bd7a"/>${rows.join('')}</g>`;
}

type Place = { readonly x: number; readonly y: number };

function placed({ steps, transitions }: Definition, layout: Layout): Map<string, Place> {
  const columns = new Map<string, number>();
  const first = steps.find(({ type }) => type === 'START') ?? steps[0];
  const open = first ? [{ key: first.key, column: 0 }] : [];
  for (let next = open.shift(); next; next = open.shift()) {
    if (columns.has(next.key)) continue;
    columns.set(next.key, next.column);
    const { column } = next;
    for (const { from, to } of transitions) if (from === next.key) open.push({ key: to, column: column + 1 });
  }
  const rows = new Map<number, number>();
  return new Map(
    steps.map(({ key }): [string, Place] => {
      const column = columns.get(key) ?? 0;
      const row = rows.get(column) ?? 0;
      rows.set(column, row + 1);
      return [key, placeOf(layout[key]) ?? { x: column * 288, y: row * 104 }];
    }),
  );
}

function placeOf(place: Layout[string] | undefined): Place | undefined {
  return place && { x: place.x, y: place.y };
}

type Curve = readonly [Place, Place, Place, Place];

type Arrow = {
  readonly curve: Curve;
  readonly words: string;
  /** Where its words stand: their middle, on their line. */
  readonly at: Place;
  readonly lowest: number;
};

/**
 * The line of a transition: ahead from side to side; within a column out and in at the right, around the steps between; and
 * back from below to below. `lane` counts the transitions between the same two steps, whose words stand above each other.
 */
function arrowOf(from: Place, to: Place, words: string, lane: number): Arrow {
  const side = { x: from.x + box.width, y: from.y + box.height / 2 };
  const entry = { x: to.x - 2, y: to.y + box.height / 2 };
  if (entry.x > side.x) {
    const bend = Math.max(40, (entry.x - side.x) / 2);
    const curve: Curve = [side, { x: side.x + bend, y: side.y }, { x: entry.x - bend, y: entry.y }, entry];
    // Behind the middle, where lines out of one step have parted.
    const at = {
      x: side.x + (entry.x - side.x) * 0.6,
      y: side.y + (entry.y - side.y) * 0.75 - 6 - lane * 14,
    };
    return { curve, words, at, lowest: side.y };
  }
  if (Math.abs(from.x - to.x) < box.width) {
    const right = { x: to.x + box.width + 2, y: entry.y };
    const out = Math.max(side.x, right.x) + 56 + lane * 14;
    const curve: Curve = [side, { x: out, y: side.y }, { x: out, y: right.y }, right];
    // Beside the steps, however long the words are.
    const at = {
      x: Math.max(side.x, right.x) + 6 + widthOfWords(words) / 2,
      y: (side.y + right.y) / 2 + 4,
    };
    return { curve, words, at, lowest: side.y };
  }
  const start = { x: from.x + box.width / 2, y: from.y + box.height };
  const end = { x: to.x + box.width / 2, y: to.y + box.height + 2 };
  const lowest = Math.max(start.y, end.y) + 40 + lane * 14;
  const curve: Curve = [start, { x: start.x, y: lowest }, { x: end.x, y: lowest }, end];
  // Nearer to where it leads, away from the lines that go ahead between the two.
  const at = {
    x: end.x + (start.x - end.x) * 0.28,
    y: (start.y + end.y) * 0.16 + lowest * 0.68 - 4,
  };
  return { curve, words, at, lowest };
}

/** Where words look for room along their line, as shares of it, the likeliest first. */
const shares = [0.6, 0.5, 0.7, 0.4, 0.8, 0.3, 0.9, 0.2];

/** How many lines of words above or below their place they may stand, the nearest first. */
const rows = [1, -1, 2, -2, 3, -3];

/** Words move to where they meet neither other words nor what stands there: along their line, else beside it. */
function withFreeWords(arrows: readonly Arrow[], standing: readonly Box[]): Arrow[] {
  const taken = [...standing];
  return arrows.map((arrow) => {
    if (arrow.words === '') return arrow;
    const along = shares.map((share) => pointOf(arrow.curve, share)).map(({ x, y }) => ({ x, y: y - 6 }));
    const beside = rows.map((row) => ({ x: arrow.at.x, y: arrow.at.y + row * 14 }));
    const free = [arrow.at, ...along, ...beside].find(
      (at) => !taken.some((one) => meet(one, boxOfWords(arrow.words, at))),
    );
    const at = free ?? arrow.at;
    taken.push(boxOfWords(arrow.words, at));
    return { ...arrow, at };
  });
}

function pointOf([a, b, c, d]: Curve, share: number): Place {
  const rest = 1 - share;
  const along = (axis: 'x' | 'y') =>
    rest ** 3 * a[axis] +
    3 * rest ** 2 * share * b[axis] +
    3 * rest * share ** 2 * c[axis] +
    share ** 3 * d[axis];
  return { x: along('x'), y: along('y') };
}

/** What words take up, with room between them and the next: a letter is taken to be as wide as a wide one usually is. */
function boxOfWords(words: string, { x, y }: Place): Box {
  const width = widthOfWords(words);
  return { x: x - width / 2, y: y - 11, width, height: 14 };
}

function widthOfWords(words: string): number {
  return words.length * 6.2 + 6;
}

function meet(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function drawArrow({ curve: [a, b, c, d] }: Arrow): string {
  const path = `M${a.x} ${a.y}C${b.x} ${b.y} ${c.x} ${c.y} ${d.x} ${d.y}`;
  return `<path d="${path}" fill="none" stroke="#5b6577" stroke-width="1.4" marker-end="url(#tip)"/>`;
}

/** The words of a transition, on a rim that lets no line shine through. */
function drawWords({ words, at }: Arrow): string {
  if (words === '') return '';
  const rim = 'stroke="#f8f9fb" stroke-width="4" stroke-linejoin="round" paint-order="stroke"';
  return `<text x="${at.x}" y="${at.y}" text-anchor="middle" font-size="11" fill="#1d2433" ${rim}>${escaped(words)}</text>`;
}

function text(x: number, y: number, words: string, size: number, weight: string): string {
  return `<text x="${x}" y="${y}" text-anchor="middle" font-size="${size}" font-weight="${weight}" fill="#1d2433">${escaped(words)}</text>`;
}

/** A name on at most two lines. */
function lines(words: string): string[] {
  const line: string[] = [''];
  for (const word of words.split(' ')) {
    const last = line.length - 1;
    const longer = `${line[last]} ${word}`.trim();
    if (longer.length <= 22 || line[last] === '') line[last] = longer;
    else line.push(word);
  }
  return line.length <= 2 ? line : [line[0]!, shortened(line.slice(1).join(' '), 22)];
}

function shortened(words: string, most: number): string {
  return words.length <= most ? words : `${words.slice(0, most - 1)}…`;
}

function escaped(words: string): string {
  return words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
