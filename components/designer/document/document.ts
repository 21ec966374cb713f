import type { Definition, Layout } from '@/lib/engine/definition/schema';
import type { Scenario } from '@/lib/engine/simulation/scenario';
import type { Step, StepType } from '@/lib/engine/definition/step-schema';

/**
 * What the designer works on: a definition and where its steps stand. Immutable; a command makes a new one and shares
 * what it did not touch. While somebody types, single settings may be of a form that cannot be saved yet.
 */
export type DesignDocument = {
  readonly definition: Definition;
  readonly layout: Layout;
  /** Cases that publishing plays through it. */
  readonly scenarios: readonly Scenario[];
};

/** One change of the document. Pure. A command that has nothing to change gives the very same document. */
export type Command = (document: DesignDocument) => DesignDocument;

/** What is selected, by key. */
export type Selection = {
  readonly steps: readonly string[];
  readonly transitions: readonly string[];
  /** Notes and groups. */
  readonly annotations: readonly string[];
};

export const nothingSelected: Selection = { steps: [], transitions: [], annotations: [] };

/** A selection of these and nothing else. */
export function only(chosen: Partial<Selection>): Selection {
  return { ...nothingSelected, ...chosen };
}

/** The step of that key. */
export function stepOf({ definition }: DesignDocument, key: string): Step | undefined {
  return definition.steps.find((step) => step.key === key);
}

/** The document with other parts of its definition. */
export function withDefinition(document: DesignDocument, parts: Partial<Definition>): DesignDocument {
  return { ...document, definition: { ...document.definition, ...parts } };
}

/** What still exists of a selection. */
export function existing({ definition }: DesignDocument, selection: Selection): Selection {
  const left = (name: keyof Selection) => {
    const keys = new Set((definition[name] ?? []).map(({ key }) => key));
    return selection[name].filter((key) => keys.has(key));
  };
  return { steps: left('steps'), transitions: left('transitions'), annotations: left('annotations') };
}

/** The selection after a change: what is gone is left out, and what only got another key is followed. */
export function followed(before: DesignDocument, after: DesignDocument, selection: Selection): Selection {
  const follow = (name: keyof Selection) => {
    const old = before.definition[name] ?? [];
    const now = after.definition[name] ?? [];
    const keys = new Set(now.map(({ key }) => key));
    const known = new Set(old.map(({ key }) => key));
    return selection[name].flatMap((key) => {
      if (keys.has(key)) return key;
      const renamed = now.length === old.length ? now[old.findIndex((one) => one.key === key)] : undefined;
      return renamed && !known.has(renamed.key) ? renamed.key : [];
    });
  };
  return { steps: follow('steps'), transitions: follow('transitions'), annotations: follow('annotations') };
}

/** Steps of that type. */
export function stepsOfType({ definition }: DesignDocument, type: StepType): readonly Step[] {
  return definition.steps.filter((step) => step.type === type);
}
