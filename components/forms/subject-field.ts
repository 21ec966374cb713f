import type { JsonObject } from '@/lib/engine/json';
import { isObject } from './places';

/** What tells which field of a start's form names its subject. */
export type SubjectSource = {
  readonly subject: { readonly type: string };
  readonly input: JsonObject | null;
  readonly inputUi: JsonObject | null;
};

/** Endings by which a field is known to name the subject: `orderNumber` of an order. */
const endings = ['', 'number', 'no', 'id', 'key', 'reference'];

/**
 * The required text field of the input that names the subject, so that nobody is asked for the order's number twice: the
 * one marked by `ui:options.subject`, else one that is called after the subject's type. Null: the subject is asked for by
 * a field of its own.
 */
export function subjectProperty({ subject, input, inputUi }: SubjectSource): string | null {
  const properties = isObject(input?.['properties']) ? input['properties'] : {};
  const required: readonly unknown[] = Array.isArray(input?.['required']) ? input['required'] : [];
  const texts = Object.keys(properties).filter((name) => {
    const property = properties[name];
    return isObject(property) && property['type'] === 'string' && required.includes(name);
  });
  const called = endings.map((ending) => plain(subject.type) + ending);
  return (
    texts.find((name) => isMarked(inputUi?.[name])) ??
    texts.find((name) => called.includes(plain(name))) ??
    null
  );
}

function isMarked(ui: unknown): boolean {
  const options = typeof ui === 'object' && ui !== null && 'ui:options' in ui ? ui['ui:options'] : null;
  return typeof options === 'object' && options !== null && 'subject' in options && options.subject === true;
}

function plain(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
