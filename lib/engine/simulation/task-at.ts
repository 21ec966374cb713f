import type { Definition, Transition } from '@/lib/engine/definition/schema';
import type { JsonObject } from '@/lib/engine/json';
import type { Task } from '@/lib/engine/snapshot';
import { begin, present, type SimulatedWorld } from './simulation';

/**
 * The task that a step would open for a request with this data, made by the very core: it plays a request that comes to
 * the step at once, with all data that it would have there.
 * @param world its input is the data of the request by then: the input's fields, and `tasks`, `activities` and so on
 */
export function taskAt(
  definition: Definition,
  stepKey: string,
  world: SimulatedWorld,
): { readonly ok: true; readonly task: Task } | { readonly ok: false; readonly message: string } {
  const start = definition.steps.find(({ type }) => type === 'START');
  const step = definition.steps.find(({ key }) => key === stepKey);
  if (!start) return { ok: false, message: 'The process has no start yet.' };
  if (step?.type !== 'USER_TASK') return { ok: false, message: 'This step has no task that people decide.' };
  const straight: Transition = { key: 'straight', from: start.key, to: step.key };
  const begun = begin(
    {
      ...definition,
      ...(definition.input && { input: asSample(definition.input) }),
      transitions: [straight],
    },
    world,
  );
  if (!begun.ok) return begun;
  const { tasks, incidents } = present(begun.simulation);
  const [task] = Object.values(tasks);
  if (task) return { ok: true, task };
  const [incident] = Object.values(incidents);
  return { ok: false, message: incident?.message ?? 'The task cannot be made with this data.' };
}

/** Of a sample nothing is required, and it may have what earlier steps left. */
function asSample(schema: JsonObject): JsonObject {
  return { ...schema, required: [], additionalProperties: true };
}
