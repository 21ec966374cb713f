import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { activitySchema } from '@/lib/engine/definition/activity-schema';
import { definitionSchema, transitionSchema } from '@/lib/engine/definition/schema';
import { stepSchema } from '@/lib/engine/definition/step-schema';
import { initialValue } from './initial-value';
import { shapeOf, variantOf } from './setting-shape';

/** Every schema that a definition is made of, by where it stands. */
function all(schema: z.ZodType, name: string, path: string, found: [string, string, z.ZodType][] = []) {
  found.push([path, name, schema]);
  const shape = shapeOf(schema);
  if (shape.kind === 'object')
    for (const one of shape.fields) all(one.schema, one.name, `${path}/${one.name}`, found);
  if (shape.kind === 'list') all(shape.element, name.replace(/s$/, ''), `${path}/0`, found);
  if (shape.kind === 'variants')
    shape.options.forEach((option, index) => all(option, name, `${path}(${index})`, found));
  return found;
}

const settings = [
  ...all(definitionSchema, 'definition', ''),
  ...all(activitySchema, 'activity', '/activity'),
];

describe('a setting', () => {
  test('of every step, transition and activity has an editor', () => {
    const kinds = new Set(settings.map(([, , schema]) => shapeOf(schema).kind));
    expect([...kinds].sort()).toEqual(
      expect.arrayContaining([
        'choice',
        'duration',
        'expression',
        'key',
        'list',
        'mapping',
        'number',
        'object',
        'variants',
      ]),
    );
    expect(settings.length).toBeGreaterThan(200);
  });

  test('begins with a value that can be saved', () => {
    const wrong = settings
      // A plugin's activity begins with the type that was chosen from the list.
      .filter(([path]) => !/\/(activities\/0|compensations\/0|activity)\(1\)(\/type)?$/.test(path))
      .filter(([, name, schema]) => !schema.safeParse(initialValue(schema, name)).success)
      .map(([path]) => path);
    expect(wrong).toEqual([]);
  });

  test('is of the variant that its value says', () => {
    const waiting = stepSchema.options.find((one) => one.shape.type.value === 'WAIT_FOR_TIMER')!;
    const shape = shapeOf((waiting.shape as Record<string, z.ZodType>)['timer']!);
    if (shape.kind !== 'variants') throw new Error('a timer has variants');
    expect(variantOf(shape.options, { until: 'context.at' }, null)).toBe(1);
    expect(variantOf(shape.options, { cron: 'bad', timeZone: 'UTC' }, null)).toBe(2);
    const step = shapeOf(stepSchema);
    if (step.kind !== 'variants') throw new Error('a step has variants');
    expect(variantOf(step.options, { type: 'END' }, step.discriminator)).toBe(1);
    expect(shapeOf(transitionSchema.shape.priority)).toEqual({
      kind: 'number',
      whole: true,
      least: -1000,
      most: 1000,
    });
  });
});
