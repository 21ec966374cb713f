/** How large what is drawn beside the steps is: the same on the canvas, in pictures and in BPMN files. Pixels. */

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const noteWidth = 192;
/** Letters that surely fit into a line of a note. */
const letters = 27;
const line = 16;
/** Room around the steps of a group; multiples of the grid, so that a moved group leaves its steps on it. */
const around = 16;
const title = 24;

/** The size of a note with this text. */
export function noteSize(text: string): { readonly width: number; readonly height: number } {
  return { width: noteWidth, height: wrappedText(text, letters).length * line + 16 };
}

/** The lines of a text of which none is longer than so many letters, unless a single word is. */
export function wrappedText(text: string, most = letters): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines = [''];
    for (const word of paragraph.split(' ')) {
      const last = lines.length - 1;
      const longer = lines[last] === '' ? word : `${lines[last]} ${word}`;
      if (longer.length <= most || lines[last] === '') lines[last] = longer;
      else lines.push(word);
    }
    return lines;
  });
}

/** The frame of a group around the boxes of its steps; null when none of them is drawn. */
export function frameAround(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map(({ x }) => x)) - around;
  const top = Math.min(...boxes.map(({ y }) => y)) - around - title;
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + around;
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + around;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
