import type { Definition, Transition } from './schema';
import type { Step } from './step-schema';

/** A definition whose transitions can only name steps that it has. */
export type Typed<StepKey extends string> = Omit<Definition, 'steps' | 'transitions'> & {
  readonly steps: readonly (Step & { readonly key: StepKey })[];
  readonly transitions: readonly (Omit<Transition, 'from' | 'to'> & {
    readonly from: NoInfer<StepKey>;
    readonly to: NoInfer<StepKey>;
  })[];
};

/**
 * A definition written in TypeScript: every setting is typed, and a transition from or to a step that does not exist does not
 * compile. What it gives is plain JSON, for `interlock lint`, `interlock publish` and the HTTP API.
 */
export function define<const StepKey extends string>(definition: Typed<StepKey>): Definition {
  return { ...definition, steps: [...definition.steps], transitions: [...definition.transitions] };
}
