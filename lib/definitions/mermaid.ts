import type { Annotation, Definition, Transition } from '@/lib/engine/definition/schema';
import type { Step } from '@/lib/engine/definition/step-schema';

/** A definition as a Mermaid flowchart, for documents that draw such texts. */
export function writeMermaid({ name, steps, transitions, annotations = [] }: Definition): string {
  const ids = new Map(steps.map(({ key }, index) => [key, `s${index}`]));
  const lines = steps.map((step) => `  ${ids.get(step.key)}${shapeOf(step)}`);
  const beside = annotations.flatMap((one, index) => annotationLines(one, index, ids));
  const arrows = transitions.flatMap((transition) => {
    const from = ids.get(transition.from);
    const to = ids.get(transition.to);
    if (from === undefined || to === undefined) return [];
    const words = wordsOf(transition);
    return [`  ${from} -->${words === '' ? '' : `|${quoted(words)}|`} ${to}`];
  });
  return [
    '---',
    `title: ${JSON.stringify(name)}`,
    '---',
    'flowchart LR',
    ...lines,
    ...arrows,
    ...beside,
    '',
  ].join('\n');
}

/** A note is a flag at its step; a group frames its steps. A step can stand in one frame only, the first that names it. */
function annotationLines(one: Annotation, index: number, ids: ReadonlyMap<string, string>): string[] {
  if (one.type === 'NOTE') {
    const step = one.about === undefined ? undefined : ids.get(one.about);
    return [`  n${index}>${quoted(one.text)}]`, ...(step === undefined ? [] : [`  n${index} -.- ${step}`])];
  }
  const members = one.steps.flatMap((key) => ids.get(key) ?? []);
  if (members.length === 0) return [];
  return [`  subgraph g${index}[${quoted(one.name)}]`, ...members.map((id) => `    ${id}`), '  end'];
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
