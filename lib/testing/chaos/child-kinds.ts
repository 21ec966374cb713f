import type { SubWorkflowStep } from '@/lib/engine/definition/step-schema';
import {
  aDefinition,
  automated,
  end,
  go,
  start,
  subWorkflow,
  waitForTimer,
} from '@/lib/testing/builders/definition-builder';
import type { Effects, Kind } from './kind';

/** Processes that start others and wait for all of them, or for the first, and what they start. */
export function childKinds({ call, deliver }: Effects): readonly Kind[] {
  const made = ['main:making:1:make', 'main:packing:1:pack'];
  return [
    parent('ordered', 'part'),
    parent('raced', 'racer', 'any'),
    { definition: child('part'), endings: { done: made }, startedByParent: true },
    {
      definition: child('racer'),
      endings: { done: made, cancelled: [] },
      maybe: made,
      startedByParent: true,
    },
  ];

  function parent(key: string, part: string, wait?: NonNullable<SubWorkflowStep['forEach']>['wait']): Kind {
    return {
      definition: aDefinition({
        key,
        steps: [
          start(),
          subWorkflow('ordering', part, {
            forEach: { items: '[1, 2, 3]', ...(wait && { wait }) },
            input: { amount: 'item' },
          }),
          automated('closing', [call('close')]),
          end(),
        ],
        transitions: [go('start', 'ordering'), go('ordering', 'closing'), go('closing', 'done')],
      }),
      endings: { done: ['main:closing:1:close'] },
      children: 3,
      ...(wait && { races: true }),
    };
  }

  function child(key: string) {
    return aDefinition({
      key,
      steps: [
        start(),
        automated('making', [call('make', { async: true })]),
        waitForTimer('resting', { duration: 'PT0.3S' }),
        automated('packing', [deliver('pack')]),
        end(),
      ],
      transitions: [
        go('start', 'making'),
        go('making', 'resting'),
        go('resting', 'packing'),
        go('packing', 'done'),
      ],
    });
  }
}
