import type { Annotation } from '@/lib/engine/definition/schema';
import { type BpmnElement, kindOf, listOf, partOf, textOf } from './element';
import { nameOf, type Names } from './names';
import type { Notes } from './notes';
import { ownJson } from './own';
import { type Bounds, boundsIn } from './places';

/** What is drawn beside the steps, and the element that each stands for. */
export type DrawnBeside = {
  readonly annotations: readonly Annotation[];
  readonly elements: ReadonlyMap<string, string>;
};

/**
 * Text annotations as notes and groups as groups, also those that another tool has drawn into a file of ours. A note is about
 * the step that a line joins it to; a group holds the steps whose shapes lie in its frame.
 * @param steps key of each step → id of its element
 * @param names gives keys that no step has
 */
export function annotationsOf(
  root: BpmnElement,
  process: BpmnElement,
  steps: ReadonlyMap<string, string>,
  names: Names,
  notes: Notes,
): DrawnBeside {
  const keys = new Map([...steps].map(([key, id]) => [id, key]));
  const inner = artifactsIn(process);
  const ids = idsIn(process);
  // Tools put what stands beside the pools into the collaboration.
  const outer = listOf(root, 'rootElements')
    .filter((one) => kindOf(one) === 'Collaboration')
    .flatMap((one) => listOf(one, 'artifacts'));
  const associations = [...inner, ...outer].filter((one) => kindOf(one) === 'Association');
  const bounds = boundsIn(root);
  const annotations: Annotation[] = [];
  const elements = new Map<string, string>();
  for (const artifact of [...inner, ...outer]) {
    const kind = kindOf(artifact);
    const made =
      ownOf(artifact) ??
      (kind === 'TextAnnotation' ? noteOf(artifact) : kind === 'Group' ? groupOf(artifact) : null);
    if (!made) continue;
    annotations.push(made);
    if (artifact.id !== undefined) elements.set(made.key, artifact.id);
  }
  return { annotations, elements };

  function ownOf(artifact: BpmnElement): Annotation | null {
    const own = ownJson<Annotation>(artifact, 'interlock:Annotation');
    if (own?.type === 'NOTE') return own.about !== undefined && !steps.has(own.about) ? null : own;
    return own?.steps.every((key) => steps.has(key)) === true ? own : null;
  }

  function noteOf(artifact: BpmnElement): Annotation | null {
    const text = (textOf(artifact, 'text') ?? '').slice(0, 20_000);
    if (text === '') return null;
    const lines = associations.filter((one) => endsOf(one).includes(artifact));
    const about = lines.map((line) => endsOf(line).find((one) => one !== artifact)).find(Boolean);
    // Beside another process of the file, which is listed as lost itself.
    if (about?.id !== undefined && !ids.has(about.id)) return null;
    const step = about && stepOf(about);
    if (about && step === undefined)
      notes.replaced(
        artifact,
        'it is about what is no step here.',
        'Choose the step that the note is about.',
      );
    return {
      key: names.key(undefined, artifact.id ?? '', 'note'),
      type: 'NOTE',
      text,
      ...(step !== undefined && { about: step }),
    };
  }

  function groupOf(artifact: BpmnElement): Annotation | null {
    const frame = bounds.get(artifact.id ?? '');
    const held = frame ? [...steps].flatMap(([key, id]) => (holds(frame, bounds.get(id)) ? key : [])) : [];
    if (held.length === 0) {
      notes.lost(artifact, 'no step lies in its frame.', 'Draw a group around the steps that it is about.');
      return null;
    }
    const value = textOf(partOf(artifact, 'categoryValueRef'), 'value');
    const name = nameOf(value) ?? nameOf(artifact.name) ?? 'Group';
    return { key: names.key(name, artifact.id ?? '', 'group'), type: 'GROUP', name, steps: held };
  }

  /** The step of an element; an event at the edge stands for the step that it is at. */
  function stepOf(element: BpmnElement): string | undefined {
    const id = partOf(element, 'attachedToRef')?.id ?? element.id ?? '';
    return keys.get(id) ?? keys.get(`${id}:begin`);
  }
}

function endsOf(association: BpmnElement): readonly (BpmnElement | undefined)[] {
  return [partOf(association, 'sourceRef'), partOf(association, 'targetRef')];
}

function artifactsIn(scope: BpmnElement): BpmnElement[] {
  return [
    ...listOf(scope, 'artifacts'),
    ...listOf(scope, 'flowElements').flatMap((element) => artifactsIn(element)),
  ];
}

/** Ids of a process and of everything in it. */
function idsIn(scope: BpmnElement): Set<string> {
  const inside = ['flowElements', 'artifacts'].flatMap((name) => listOf(scope, name));
  const lanes = listOf(scope, 'laneSets').flatMap((set) => listOf(set, 'lanes'));
  return new Set([
    ...(scope.id === undefined ? [] : [scope.id]),
    ...lanes.flatMap(({ id }) => id ?? []),
    ...inside.flatMap((element) => [...idsIn(element)]),
  ]);
}

/** Whether the middle of a shape lies in a frame. */
function holds(frame: Bounds, shape: Bounds | undefined): boolean {
  if (!shape) return false;
  const x = shape.x + shape.width / 2;
  const y = shape.y + shape.height / 2;
  return x > frame.x && x < frame.x + frame.width && y > frame.y && y < frame.y + frame.height;
}
