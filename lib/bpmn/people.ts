import type { UserTaskStep } from '@/lib/engine/definition/step-schema';
import type { JsonObject } from '@/lib/engine/json';
import { type BpmnElement, listOf, partOf, textOf, vendorAttribute, vendorElements } from './element';
import { toCondition } from './expression';
import { keyOf } from './names';
import type { Notes } from './notes';

/** Who may decide: groups and people as vendors name them, resources of the standard, else the lane. */
export function whoOf(element: BpmnElement, lane: string | undefined, notes: Notes): UserTaskStep['who'] {
  const groups = (vendorAttribute(element, 'candidateGroups') ?? '').split(',');
  const resources = listOf(element, 'resources').flatMap((resource) => {
    const expression = textOf(partOf(partOf(resource, 'resourceAssignmentExpression'), 'expression'), 'body');
    const group = /^group\((.+)\)$/.exec(expression ?? '')?.[1];
    return group ?? textOf(partOf(resource, 'resourceRef'), 'name') ?? textOf(resource, 'name') ?? [];
  });
  const roles = [
    ...new Set([...groups, ...resources].map((name) => keyOf(name)).filter((key) => key !== '')),
  ];
  const assignee = vendorAttribute(element, 'assignee');
  const named = [assignee, ...(vendorAttribute(element, 'candidateUsers') ?? '').split(',')]
    .map((one) => one?.trim())
    .filter((one): one is string => one !== undefined && one !== '');
  const addresses = named.filter((one) => /^[^@\s${}]+@[^@\s]+\.[^@\s]+$/.test(one));
  const expression = named
    .map((one) => (/^[$#]\{/.test(one) ? toCondition(one) : null))
    .find((one) => one !== null);
  const others = named.filter((one) => !addresses.includes(one) && !/^[$#]\{/.test(one));
  if (others.length > 0)
    notes.replaced(
      element,
      `it names ${others.join(', ')} by a user name.`,
      'Name people by their e-mail addresses, or a role.',
    );
  const who: UserTaskStep['who'] = {
    ...(roles.length > 0 && { roles }),
    ...(addresses.length > 0 && { people: addresses }),
    ...(expression && { assignee: expression.when }),
  };
  if (Object.keys(who).length > 0) return who;
  const role = keyOf(lane ?? '');
  if (role !== '') return { roles: [role] };
  notes.replaced(element, 'nobody is named who does it.', 'Choose a role or people.');
  return { roles: ['employee'] };
}

/** Fields of the form that Camunda 7 and Flowable write into the file; undefined where there is none. */
export function formOf(element: BpmnElement, notes: Notes): UserTaskStep['form'] | undefined {
  const data = vendorElements(element, 'formData')[0];
  const inside = data ? childrenOf(data, 'formField') : vendorElements(element, 'formProperty');
  if (inside.length === 0) {
    const key = vendorAttribute(element, 'formKey') ?? vendorAttribute(element, 'formRef');
    if (key !== undefined)
      notes.lost(element, `its form ${key} is not in this file.`, 'Build the form in the designer.');
    return undefined;
  }
  const fields = inside.map((field): [string, JsonObject] => [
    fieldName(attribute(field, 'id') ?? 'field'),
    {
      type: types[attribute(field, 'type') ?? 'string'] ?? 'string',
      ...(attribute(field, 'type') === 'date' && { format: 'date' }),
      title: attribute(field, 'label') ?? attribute(field, 'name') ?? attribute(field, 'id') ?? 'Field',
    },
  ]);
  const properties = Object.fromEntries(fields);
  return {
    schema: { type: 'object', properties, additionalProperties: false },
    ui: { 'ui:order': Object.keys(properties) },
    writeTo: Object.fromEntries(Object.keys(properties).map((name) => [name, name])),
  };
}

const types: Readonly<Record<string, string>> = {
  string: 'string',
  enum: 'string',
  date: 'string',
  long: 'integer',
  int: 'integer',
  double: 'number',
  boolean: 'boolean',
};

function childrenOf(element: BpmnElement, name: string): readonly BpmnElement[] {
  return listOf(element, '$children').filter(({ $type }) => $type.endsWith(`:${name}`));
}

function attribute(element: BpmnElement, name: string): string | undefined {
  const value = element[name] ?? element.$attrs?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function fieldName(id: string): string {
  const name = id.replace(/\W/g, '_').replace(/^(\d)/, '_$1');
  return name === '' ? 'field' : name;
}
