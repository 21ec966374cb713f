import { stepSchema, type Step, type StepType } from '@/lib/engine/definition/step-schema';
import { type Command, stepOf, withDefinition } from './document';
import { newStep } from './new-step';

/** Makes a step one of another type and keeps every setting that the other type has too and that fits it there. */
export function changeStepType(key: string, type: StepType): Command {
  return (document) => {
    const step = stepOf(document, key);
    if (!step || step.type === type) return document;
    let changed: Record<string, unknown> = { ...newStep(document, type), key };
    for (const [name, value] of Object.entries(step)) {
      if (name === 'key' || name === 'type') continue;
      const candidate = { ...changed, [name]: value };
      if (stepSchema.safeParse(candidate).success) changed = candidate;
    }
    return withDefinition(document, {
      steps: document.definition.steps.map((one) => (one.key === key ? (changed as Step) : one)),
    });
  };
}
