import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Finding, FindingCode, Surroundings } from '@/lib/engine/definition/finding';
import type { Definition } from '@/lib/engine/definition/schema';
import { Graph } from './graph';

/** What a rule looks at. */
export type Model = {
  readonly definition: Definition;
  readonly around: Surroundings;
  readonly graph: Graph;
  readonly activities: readonly PlacedActivity[];
};

/** One rule of lint: what it finds in a definition. Linear in the definition's size, and total: it never throws. */
export type Rule = (model: Model) => readonly Finding[];

/** An activity and where it stands. */
export type PlacedActivity = {
  readonly activity: Activity;
  readonly path: string;
  /** The step or transition that it belongs to; null for a compensation. */
  readonly owner: { readonly kind: 'step' | 'transition'; readonly key: string } | null;
  /** Its position among the activities of its owner. */
  readonly position: number;
};

export function modelOf(definition: Definition, around: Surroundings): Model {
  return { definition, around, graph: new Graph(definition), activities: placedActivities(definition) };
}

/** A finding that does not let a definition be published. */
export function error(
  code: FindingCode,
  path: string,
  element: string | null,
  message: string,
  mend: string,
): Finding {
  return { code, severity: 'error', path, element, message, mend };
}

/** A finding that is said and lets it be published. */
export function warning(
  code: FindingCode,
  path: string,
  element: string | null,
  message: string,
  mend: string,
): Finding {
  return { ...error(code, path, element, message, mend), severity: 'warning' };
}

function placedActivities(definition: Definition): PlacedActivity[] {
  const placed: PlacedActivity[] = [];
  const add = (activities: readonly Activity[] | undefined, path: string, owner: PlacedActivity['owner']) => {
    activities?.forEach((activity, position) =>
      placed.push({ activity, path: `${path}/${position}`, owner, position }),
    );
  };
  definition.steps.forEach((step, index) => {
    if (step.type === 'AUTOMATED')
      add(step.activities, `/steps/${index}/activities`, { kind: 'step', key: step.key });
  });
  definition.transitions.forEach((transition, index) =>
    add(transition.activities, `/transitions/${index}/activities`, {
      kind: 'transition',
      key: transition.key,
    }),
  );
  add(definition.compensations, '/compensations', null);
  return placed;
}
