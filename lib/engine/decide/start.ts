import { forbiddenNameIn } from '@/lib/engine/context-path';
import type { InputOf, Refusal } from './contract';
import { type Correlation, correlationKey } from './correlation';
import type { Draft } from './draft';
import { invalid } from './refusals';
import { scopeOf } from './scope';

/**
 * Starts an instance: created, validated and scheduled at once, then the queue advances it. The input has been checked
 * against the definition's JSON Schema before; here only the names that would reach a prototype are refused.
 */
export function start(draft: Draft, input: InputOf<'start'>): Refusal | null {
  const forbidden = forbiddenNameIn(input.input);
  if (forbidden !== null)
    return invalid([{ path: `/input${forbidden}`, message: `${forbidden} is a reserved name.` }]);
  const correlation = keyOfStart(draft, input);
  if (!correlation.ok) return invalid([{ path: '/input', message: correlation.message }]);

  const { definition } = draft.compiled;
  draft.status('WORKFLOW_CREATED', 'created', {
    data: {
      instance: input.instanceId,
      definition: definition.key,
      version: input.definitionVersion,
      subject: { type: definition.subject.type, id: input.subjectId },
      correlationKey: correlation.key,
      input: input.input,
      requester: input.requester,
      ...(input.parent ? { parent: input.parent } : {}),
      ...(input.reopenedFrom === undefined ? {} : { reopenedFrom: input.reopenedFrom }),
    },
  });
  draft.handToSystem();
  draft.status('WORKFLOW_VALIDATED', 'validated', { data: {} });
  draft.status('WORKFLOW_SCHEDULED', 'scheduled', { data: {} });
  draft.effect({ kind: 'advance' });
  return null;
}

/** The key that the starter gives, else what the definition's expression makes of the input. */
function keyOfStart(draft: Draft, input: InputOf<'start'>): Correlation {
  const { correlation } = draft.compiled.definition;
  if (input.correlationKey !== undefined) return { ok: true, key: input.correlationKey };
  if (correlation === undefined) return { ok: true, key: null };
  const scope = { ...scopeOf(draft.snapshot, draft.env), input: input.input, context: input.input };
  return correlationKey(correlation, scope, draft.compiled.declared);
}
