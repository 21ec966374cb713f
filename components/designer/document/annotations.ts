import type { Annotation, Definition } from '@/lib/engine/definition/schema';
import { type Command, type DesignDocument, withDefinition } from './document';
import { freeKey, keyOfName } from './keys';
import type { Place } from './steps';

/** Keys of what has a place on the canvas: steps, and what is drawn beside them. */
export function placedKeys({ steps, annotations = [] }: Definition): string[] {
  return [...steps, ...annotations].map(({ key }) => key);
}

/** The note or group of that key. */
export function annotationOf({ definition }: DesignDocument, key: string): Annotation | undefined {
  return definition.annotations?.find((one) => one.key === key);
}

/** Puts an empty note on the canvas. @param about the step that it is about */
export function addNote(
  document: DesignDocument,
  place: Place,
  about?: string,
): { document: DesignDocument; key: string } {
  const { definition, layout } = document;
  const key = freeKey('note', placedKeys(definition));
  const note: Annotation = { key, type: 'NOTE', text: '', ...(about !== undefined && { about }) };
  return {
    key,
    document: {
      ...withDefinition(document, { annotations: [...(definition.annotations ?? []), note] }),
      layout: { ...layout, [key]: place },
    },
  };
}

/** Draws a frame around steps. */
export function addGroup(
  document: DesignDocument,
  name: string,
  steps: readonly string[],
): { document: DesignDocument; key: string } {
  const { annotations = [], ...definition } = document.definition;
  const key = freeKey(keyOfName(name, 'group'), placedKeys(document.definition));
  const group: Annotation = { key, type: 'GROUP', name, steps: [...steps] };
  return {
    key,
    document: withDefinition(document, { ...definition, annotations: [...annotations, group] }),
  };
}

/** Puts a step into a group, or takes it out; a group that holds nothing any more is taken away. */
export function setMember(group: string, step: string, member: boolean): Command {
  return (document) =>
    withAnnotations(
      document,
      (document.definition.annotations ?? []).flatMap((one) => {
        if (one.key !== group || one.type !== 'GROUP' || one.steps.includes(step) === member) return [one];
        const steps = member ? [...one.steps, step] : one.steps.filter((key) => key !== step);
        return steps.length > 0 ? [{ ...one, steps }] : [];
      }),
    );
}

/** Gives a note or a group another key. */
export function renameAnnotation(from: string, to: string): Command {
  return (document) => {
    if (placedKeys(document.definition).includes(to) || !annotationOf(document, from)) return document;
    const swap = (key: string) => (key === from ? to : key);
    const { definition, layout } = document;
    return {
      ...document,
      definition: {
        ...definition,
        annotations: definition.annotations?.map((one) => ({ ...one, key: swap(one.key) })),
      },
      layout: Object.fromEntries(Object.entries(layout).map(([key, place]) => [swap(key), place])),
    };
  };
}

/** What is drawn beside the steps when some of it and some of the steps are gone. */
export function remainingAnnotations(
  annotations: readonly Annotation[],
  goneSteps: ReadonlySet<string>,
  gone: ReadonlySet<string>,
): Annotation[] {
  return annotations.flatMap((one): Annotation[] => {
    if (gone.has(one.key)) return [];
    if (one.type === 'NOTE') {
      if (one.about === undefined || !goneSteps.has(one.about)) return [one];
      const { key, type, text } = one;
      return [{ key, type, text }];
    }
    if (!one.steps.some((key) => goneSteps.has(key))) return [one];
    const steps = one.steps.filter((key) => !goneSteps.has(key));
    return steps.length > 0 ? [{ ...one, steps }] : [];
  });
}

/** The same with other keys of steps. */
export function withStepKeys(one: Annotation, swap: (key: string) => string): Annotation {
  if (one.type === 'GROUP') return { ...one, steps: one.steps.map(swap) };
  return one.about === undefined ? one : { ...one, about: swap(one.about) };
}

/** The document with these notes and groups; a definition that has none says nothing of them. */
export function withAnnotations(
  document: DesignDocument,
  annotations: readonly Annotation[],
): DesignDocument {
  const { annotations: before = [], ...rest } = document.definition;
  if (annotations.length === before.length && annotations.every((one, index) => one === before[index]))
    return document;
  return {
    ...document,
    definition: annotations.length === 0 ? rest : { ...rest, annotations: [...annotations] },
  };
}
