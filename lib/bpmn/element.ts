/** An element of a BPMN file as bpmn-moddle gives it: attributes and contained elements by name. */
export type BpmnElement = {
  readonly $type: string;
  readonly id?: string;
  readonly name?: string;
  /** Attributes of other vendors, under their prefix. */
  readonly $attrs?: Readonly<Record<string, string>>;
  readonly [name: string]: unknown;
};

/** The elements under a name; empty where there is none. */
export function listOf(element: BpmnElement | undefined, name: string): readonly BpmnElement[] {
  const value = element?.[name];
  return Array.isArray(value) ? (value as BpmnElement[]) : [];
}

/** The element under a name. */
export function partOf(element: BpmnElement | undefined, name: string): BpmnElement | undefined {
  const value = element?.[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as BpmnElement)
    : undefined;
}

/** The text under a name, without the spaces around it. */
export function textOf(element: BpmnElement | undefined, name: string): string | undefined {
  const value = element?.[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** What the element is, without its prefix: `UserTask`. */
export function kindOf({ $type }: BpmnElement): string {
  return $type.slice($type.indexOf(':') + 1);
}

/** An attribute that vendors have under prefixes of their own (`camunda:assignee`, `flowable:assignee`). */
export function vendorAttribute(element: BpmnElement, name: string): string | undefined {
  const found = Object.entries(element.$attrs ?? {}).find(
    ([key]) => key.slice(key.indexOf(':') + 1) === name && key.includes(':'),
  );
  return found?.[1].trim() || undefined;
}

/** Elements of other vendors inside, by their name without the prefix. */
export function vendorElements(element: BpmnElement, name: string): readonly BpmnElement[] {
  return listOf(partOf(element, 'extensionElements'), 'values').filter((one) => kindOf(one) === name);
}

/** The words of its documentation. */
export function documentationOf(element: BpmnElement): string | undefined {
  const words = listOf(element, 'documentation').flatMap((one) => textOf(one, 'text') ?? []);
  return words.length > 0 ? words.join('\n\n') : undefined;
}
