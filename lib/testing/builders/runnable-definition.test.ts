import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lint } from '@/lib/engine/definition/lint';
import { parseDefinition } from '@/lib/engine/definition/parse';
import { runnableDefinition, runnableRules } from './runnable-definition';
import { runnableChild, runnableFunctions } from './runnable-steps';

it('every runnable definition can be published', { timeout: 30_000 }, () => {
  const around = {
    roles: ['approver', 'employee'],
    rules: Object.keys(runnableRules),
    functions: [...runnableFunctions],
    secrets: [],
    definitions: [runnableChild],
    activityTypes: [],
  };

  fc.assert(
    fc.property(runnableDefinition(), (definition) => {
      expect(parseDefinition(definition)).toEqual({ ok: true, definition });
      expect(lint(definition, around).filter(({ severity }) => severity === 'error')).toEqual([]);
    }),
  );
});
