import { sizeOf } from '@/components/diagram/layout';
import { type Box, noteSize } from '@/lib/engine/definition/annotation-boxes';
import { annotationOf } from './annotations';
import { type Command, type DesignDocument, stepOf } from './document';
import { moveSteps } from './steps';

/** Sides and middles by which things are lined up; `across` and `down` spread them evenly. */
export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom' | 'across' | 'down';

/** Lines steps and notes up, or spreads them evenly between the outermost two. */
export function alignSteps(keys: readonly string[], to: Alignment): Command {
  return (document) => {
    const boxes = keys.flatMap((key): [string, Box][] => {
      const box = boxOf(document, key);
      return box ? [[key, box]] : [];
    });
    if (boxes.length < 2) return document;
    const across = to === 'left' || to === 'center' || to === 'right' || to === 'across';
    const along = boxes.map(([key, box]) =>
      across ? { key, from: box.x, size: box.width } : { key, from: box.y, size: box.height },
    );
    const places = along.map(({ key, from }, index) => {
      const { x, y } = boxes[index]![1];
      const now = Math.round(placed(along, to).get(key) ?? from);
      return [key, across ? { x: now, y } : { x, y: now }];
    });
    return moveSteps(Object.fromEntries(places))(document);
  };
}

type Along = { readonly key: string; readonly from: number; readonly size: number };

function placed(along: readonly Along[], to: Alignment): Map<string, number> {
  const first = Math.min(...along.map(({ from }) => from));
  const last = Math.max(...along.map(({ from, size }) => from + size));
  switch (to) {
    case 'left':
    case 'top':
      return new Map(along.map(({ key }) => [key, first]));
    case 'right':
    case 'bottom':
      return new Map(along.map(({ key, size }) => [key, last - size]));
    case 'center':
    case 'middle':
      return new Map(along.map(({ key, size }) => [key, (first + last) / 2 - size / 2]));
    case 'across':
    case 'down': {
      const inOrder = [...along].sort((one, other) => one.from - other.from);
      const taken = inOrder.reduce((sum, { size }) => sum + size, 0);
      const gap = (last - first - taken) / (inOrder.length - 1);
      let next = first;
      return new Map(
        inOrder.map(({ key, size }) => {
          const at = next;
          next += size + gap;
          return [key, at];
        }),
      );
    }
  }
}

function boxOf(document: DesignDocument, key: string): Box | null {
  const place = document.layout[key];
  const step = stepOf(document, key);
  const drawn = annotationOf(document, key);
  if (!place) return null;
  if (step) return { x: place.x, y: place.y, ...sizeOf({ ...step, name: step.name ?? step.key }) };
  return drawn?.type === 'NOTE' ? { x: place.x, y: place.y, ...noteSize(drawn.text) } : null;
}
