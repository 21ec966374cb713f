import { compile } from '@/lib/engine/decide/compiled';
import type { Environment } from '@/lib/engine/decide/contract';
import { evaluateExpression } from '@/lib/engine/conditions/evaluate';
import type { JsonObject } from '@/lib/engine/json';
import type { Person, Task } from '@/lib/engine/snapshot';
import type { PublishedDefinition } from './snapshot';

/** What the facts of a new instance are made from. */
export type FactSource = {
  readonly definition: PublishedDefinition;
  readonly environment: Environment;
  readonly input: JsonObject;
  readonly subjectId: string;
  readonly requester: Person | null;
};

/** What lists show of a request, rendered once, when it is started. A fact that cannot be evaluated is empty. */
export function factsOf({
  definition,
  environment,
  input,
  subjectId,
  requester,
}: FactSource): Task['facts'][number][] {
  const { content } = definition;
  const { declared } = compile(content);
  const scope = {
    context: input,
    input,
    rules: Object.fromEntries(Object.entries(environment.rules).map(([key, { value }]) => [key, value])),
    instance: {
      id: null,
      key: definition.key,
      version: definition.version,
      subject: { type: content.subject.type, id: subjectId },
      requester: requester && { name: requester.name, email: requester.email },
      startedAt: null,
    },
    task: null,
    signal: null,
  };
  return (content.facts ?? []).map(({ label, value, format, currency }) => {
    const result = evaluateExpression(value, scope, declared);
    return {
      label,
      value: result.ok ? result.value : null,
      ...(format && { format }),
      ...(currency && { currency }),
    };
  });
}
