import type { z } from 'zod';
import { freeKey } from '@/components/designer/document/keys';
import { shapeOf } from './setting-shape';

/** Beginnings by the setting's name, where one is more useful than the least that the schema takes. */
const beginnings: Readonly<Record<string, unknown>> = {
  in: 'P3D',
  at: 'PT0S',
  url: 'https://example.com/',
  subject: 'Subject',
  body: 'Text',
  to: ['{{ instance.requester.email }}'],
  label: 'Label',
  name: 'New',
  maxAttempts: 3,
  required: 2,
  cron: '0 9 * * 1',
  timeZone: 'Europe/Berlin',
  items: 'context',
  schema: { type: 'object', properties: {} },
  event: 'something.happened',
  function: 'function',
  topic: 'topic',
  currency: 'EUR',
  people: 'name@example.com',
  type: 'request',
};

/** A value with which a setting begins: one that can be saved. `taken` are the keys of its neighbours in a list. */
export function initialValue(schema: z.ZodType, name: string, taken: readonly string[] = []): unknown {
  const shape = shapeOf(schema);
  if (name === 'key') return freeKey('new', taken);
  if (Object.hasOwn(beginnings, name) && schema.safeParse(beginnings[name]).success) return beginnings[name];
  switch (shape.kind) {
    case 'object':
      return Object.fromEntries(
        shape.fields
          .filter(({ optional }) => !optional)
          .map((field) => [field.name, initialValue(field.schema, field.name, taken)]),
      );
    case 'variants': {
      const [first] = shape.options;
      return first && initialValue(first, name, taken);
    }
    case 'list':
      return schema.safeParse([]).success ? [] : [initialValue(shape.element, name, taken)];
    case 'fixed':
      return shape.value;
    case 'choice':
      return shape.options[0];
    case 'number':
      return shape.least ?? 0;
    case 'yes_no':
      return true;
    case 'expression':
      return 'null';
    case 'duration':
      return 'P1D';
    case 'key':
      return freeKey('new', taken);
    case 'mapping':
    case 'texts':
    case 'json_schema':
      return {};
    case 'json':
      return schema.safeParse({}).success ? {} : null;
    default:
      return schema.safeParse('').success ? '' : 'text';
  }
}
