import { expect, it } from 'vitest';
import { rungSchema } from '@/lib/engine/definition/step-schema';
import { newRung } from './new-rung';

it('a new rung is called by what it does, and by nothing that another is called', () => {
  const taken: string[] = [];
  for (const action of ['remind', 'remind', 'transition', 'remind'] as const) {
    const rung = newRung(action, taken);
    expect(rungSchema.parse(rung)).toEqual({ key: rung.key, at: 'PT0S', action });
    taken.push(rung.key);
  }
  expect(taken).toEqual(['remind', 'remind_2', 'transition', 'remind_3']);
});
