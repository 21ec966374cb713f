import type { Definition, Transition } from '@/lib/engine/definition/schema';
import type { Step } from '@/lib/engine/definition/step-schema';

/** A definition as a Mermaid flowchart, for documents that draw such texts. */
export function writeMermaid({ name, steps, transitions }: Definition): string {
  const ids = new Map(steps.map(({ key }, index) => [key, `s${index}`]));
  const lines = steps.map((step) => `  ${ids.get(step.key)}${shapeOf(step)}`);
  const arrows = transitions.flatMap((transition) => {
    const from = ids.get(transition.from);
    const to = ids.get(transition.to);
    if (from === undefined || to === undefined) return [];
    const words = wordsOf(transition);
    return [`  ${from} -->${words === '' ? '' : `|${quoted(words)}|`} ${to}`];
  });
  return ['---', `title: ${JSON.stringify(name)}`, '---', 'flowchart LR', ...lines, ...arrows, ''].join('\n');
}

function shapeOf({ key, name, type }: Step): string {
  const words = quoted(name ?? key);
  switch (type) {
    case 'START':
    case 'END':
      return `([${words}])`;
    case 'DECISION':
      return `{${words}}`;
    case 'PARALLEL_FORK':
    case 'PARALLEL_JOIN':
      return `{{${words}}}`;
    case 'USER_TASK':
      return `[/${words}/]`;
    case 'WAIT_FOR_SIGNAL':
    case 'WAIT_FOR_TIMER':
    case 'WAIT_FOR_FILE':
      return `(${words})`;
    case 'SUB_WORKFLOW':
      return `[[${words}]]`;
    default:
      return `[${words}]`;
  }
}

/** What stands on a transition without anybody's language: its name, what takes it, or its condition. */
export function wordsOf({ name, on, when, default: otherwise }: Transition): string {
  if (name !== undefined) return name;
  if (typeof on === 'object') return String(Object.values(on)[0]);
  return when ?? (otherwise ? 'otherwise' : '');
}

function quoted(words: string): string {
  return `"${words.replaceAll('&', '#amp;').replaceAll('"', '#quot;').replaceAll('<', '#lt;').replaceAll('\n', ' ')}"`;
}
