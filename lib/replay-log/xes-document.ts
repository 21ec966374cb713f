import { ProblemFound } from './problem';
import { checkValue, isValueType } from './xes-values';
import type { XesCollector } from './xes-collector';

export type Place = { readonly line: number; readonly column: number };
type XmlAttributes = Readonly<Record<string, string>>;
type Kind = 'log' | 'trace' | 'event' | 'global' | 'attribute' | 'list' | 'values' | 'declaration';

/** Which elements may stand inside which; attributes may be nested to any depth. */
const inside: Readonly<Record<Kind, readonly Kind[]>> = {
  log: ['declaration', 'global', 'trace', 'event', 'attribute', 'list'],
  trace: ['event', 'attribute', 'list'],
  event: ['attribute', 'list'],
  global: ['attribute', 'list'],
  attribute: ['attribute', 'list'],
  // XES 1.0 puts a list's items beside each other, IEEE 1849 into a `values` element.
  list: ['values', 'attribute', 'list'],
  values: ['attribute', 'list'],
  declaration: [],
};

/** Checks the structure and the values of an XES document as it streams past, and hands its content to a collector. */
export class XesDocument {
  readonly #collector: XesCollector;
  readonly #stack: { readonly kind: Kind; readonly name: string; readonly scope: string }[] = [];

  constructor(collector: XesCollector) {
    this.#collector = collector;
  }

  /** An element begins. Throws `ProblemFound` when XES has no such element here or its value does not fit. */
  open(qualifiedName: string, attributes: XmlAttributes, place: Place): void {
    const name = qualifiedName.slice(qualifiedName.indexOf(':') + 1);
    const parent = this.#stack.at(-1);
    const kind = kindOf(name);
    if (!parent) {
      if (kind !== 'log')
        throw found(
          rootMessage(name),
          'Give an event log in XES; other formats have to be converted first.',
          place,
        );
    } else if (kind === null || !inside[parent.kind].includes(kind)) {
      throw found(
        `XES has no element <${name}> inside <${parent.name}>.`,
        'Remove the element or move it to where it belongs.',
        place,
      );
    }
    const scope = attributes['scope'] ?? 'event';
    this.#stack.push({ kind: kind ?? 'log', name, scope });
    if (kind === 'declaration') this.#declare(name, attributes, place);
    if (kind === 'global' && scope !== 'event' && scope !== 'trace') {
      throw found(`A global has the scope “${scope}”.`, 'The scope is trace or event.', place);
    }
    if (kind === 'trace') this.#collector.openTrace();
    if (kind === 'event') this.#collector.openEvent();
    if (kind === 'attribute' || kind === 'list') this.#attribute(name, attributes, parent, place);
  }

  /** The element that was opened last ends. */
  close(place: Place): void {
    const ended = this.#stack.pop();
    if (ended?.kind === 'event') {
      const trouble = this.#collector.closeEvent(this.#stack.at(-1)?.kind === 'trace');
      if (trouble) throw found(trouble.message, trouble.mend, place);
    }
    if (ended?.kind === 'trace') this.#collector.closeTrace();
  }

  #declare(name: string, attributes: XmlAttributes, place: Place): void {
    if (name === 'extension') {
      const { name: title = '', prefix = '', uri = '' } = attributes;
      this.#collector.extension({ name: title, prefix, uri });
      return;
    }
    // A classifier for traces says nothing of activities.
    if (attributes['scope'] === 'trace') return;
    const keys = attributes['keys'];
    if (keys === undefined) throw found('A classifier has no keys.', 'Add keys="concept:name".', place);
    this.#collector.classifier({ name: attributes['name'] ?? '', keys: splitKeys(keys) });
  }

  #attribute(
    type: string,
    attributes: XmlAttributes,
    parent: { readonly kind: Kind; readonly scope: string } | undefined,
    place: Place,
  ): void {
    const { key, value } = attributes;
    if (key === undefined) throw found(`A <${type}> has no key.`, 'Add key="…".', place);
    if (!isValueType(type)) return;
    if (value === undefined) throw found(`The <${type}> “${key}” has no value.`, 'Add value="…".', place);
    const trouble = checkValue(type, value);
    if (trouble) throw found(`The <${type}> “${key}” is wrong: ${trouble.message}.`, trouble.mend, place);
    if (parent?.kind === 'log') this.#collector.logAttribute(key, value);
    if (parent?.kind === 'global' && parent.scope === 'event') this.#collector.eventDefault(key, value);
    if (parent?.kind === 'trace') this.#collector.traceAttribute(key, value);
    if (parent?.kind === 'event') this.#collector.eventAttribute(key, value);
  }
}

function kindOf(name: string): Kind | null {
  if (name === 'log' || name === 'trace' || name === 'event' || name === 'global' || name === 'values')
    return name;
  if (name === 'extension' || name === 'classifier') return 'declaration';
  if (name === 'list' || name === 'container') return 'list';
  return isValueType(name) ? 'attribute' : null;
}

/** `concept:name 'a key with spaces'` → its keys. */
function splitKeys(keys: string): string[] {
  return [...keys.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
}

function rootMessage(name: string): string {
  if (name === 'WorkflowLog') return 'This is an event log in MXML, the format before XES.';
  return `The file begins with <${name}>; an XES file begins with <log>.`;
}

function found(message: string, mend: string, place: Place): ProblemFound {
  return new ProblemFound({ message, mend, ...place });
}
