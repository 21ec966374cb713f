import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Definition, Transition } from '@/lib/engine/definition/schema';
import type { Step } from '@/lib/engine/definition/step-schema';
import { convertActivity, pauseOf, type Workshop } from './activities';
import { completed } from './complete';
import { conditionOf, Fields } from './expressions';
import { unhurried } from './loops';
import { freeKey, keyOf, nameOf } from './names';
import type {
  ConversionNote,
  SourceActivity,
  SourceDefinition,
  SourceRules,
  SourceStep,
  SourceTransition,
} from './source';
import { convertStep, subject, type WayOut } from './steps';

/** What a definition of theirs is here, and all that is expressed otherwise. */
export type Converted = { readonly definition: Definition; readonly notes: readonly ConversionNote[] };

/** Expresses a definition of open-mercato in ours. @param rules conditions that it names by id */
export function convert(id: string, name: string, given: SourceDefinition, rules: SourceRules): Converted {
  const notes: ConversionNote[] = [];
  const source = completed(given, notes);
  const workshop: Workshop = { fields: new Fields(), keys: new Set(), notes };
  const undone = new Set(activitiesOf(source).flatMap(({ compensation }) => compensation?.activityId ?? []));
  const work = new Converter(source, rules, workshop, undone);
  const { steps, transitions } = unhurried(work.convert(), notes);
  const compensations = [...undone].map((activityId) =>
    convertActivity(
      activitiesOf(source).find((one) => one.activityId === activityId) ?? {
        activityId,
        activityType: 'EXECUTE_FUNCTION',
      },
      { ...workshop, keys: new Set() },
    ),
  );
  const definition: Definition = {
    key: keyOf(id),
    name: nameOf(name, id),
    subject,
    input: workshop.fields.schema,
    maxAge: 'P90D',
    steps,
    transitions,
    ...(compensations.length > 0 && { compensations: compensations.filter((one) => one !== null) }),
  };
  return { definition, notes };
}

function activitiesOf({ steps, transitions }: SourceDefinition): SourceActivity[] {
  return [...steps, ...transitions].flatMap(({ activities = [] }) =>
    activities.filter((one) => typeof one === 'object'),
  );
}

class Converter {
  readonly #steps: Step[] = [];
  readonly #transitions: Transition[] = [];
  readonly #stepKeys: Set<string>;
  readonly #keys = new Set<string>();

  constructor(
    private readonly source: SourceDefinition,
    private readonly rules: SourceRules,
    private readonly workshop: Workshop,
    /** Ids of activities that undo others: they do not stand in any step. */
    private readonly undone: ReadonlySet<string>,
  ) {
    this.#stepKeys = new Set(source.steps.map(({ stepId }) => keyOf(stepId)));
  }

  convert(): { readonly steps: Step[]; readonly transitions: Transition[] } {
    for (const step of this.source.steps) {
      const out = this.#waysOut(step.stepId).map((one) => ({
        ...one,
        key: freeKey(keyOf(one.transitionId), this.#keys),
      }));
      const ways = out.map((one): WayOut => ({
        key: one.key,
        name: nameOf(one.transitionName, one.toStepId!),
        conditional: this.#isConditional(one),
      }));
      const activities = this.#own(step.activities);
      const made = convertStep({ ...step, activities }, ways, this.#forkOf(step), this.workshop);
      this.#steps.push(made);
      const pauses = activities.flatMap((one) => pauseOf(one) ?? []);
      const last = pauses.reduce((from, duration) => this.#pause(from, duration, made.key), made.key);
      for (const [index, one] of out.entries()) this.#leave(one, made, last, out.length, index);
    }
    return { steps: this.#steps, transitions: this.#transitions };
  }

  #waysOut(stepId: string): SourceTransition[] {
    return this.source.transitions
      .filter(({ fromStepId }) => fromStepId === stepId)
      .sort((one, other) => (other.priority ?? 0) - (one.priority ?? 0));
  }

  #isConditional({ condition, preConditions, outcomeKind }: SourceTransition): boolean {
    return typeof condition === 'object' || (preConditions ?? []).length > 0 || outcomeKind !== undefined;
  }

  #own(activities: readonly SourceActivity[] | undefined): SourceActivity[] {
    return (activities ?? []).filter((one) => typeof one === 'object' && !this.undone.has(one.activityId));
  }

  /** A way out of a step, over a pause where one of its activities is one. */
  #leave(
    source: SourceTransition & { readonly key: string },
    step: Step,
    from: string,
    count: number,
    index: number,
  ): void {
    const isLast = index === count - 1;
    const when = step.type === 'PARALLEL_FORK' || from !== step.key ? null : this.#condition(source, step);
    const isChoice = step.type === 'USER_TASK' && step.outcomes[0]?.key !== 'done';
    const activities = this.#own(source.activities);
    const at = activities.findIndex((one) => pauseOf(one) !== null);
    const first = at === -1 ? activities : activities.slice(0, at);
    const key = source.key;
    const to = at === -1 ? keyOf(source.toStepId!) : this.#pauseBefore(source, activities.slice(at));
    const converted = first.flatMap((one) => convertActivity(one, this.workshop) ?? []);
    const [made, next] =
      step.type === 'PARALLEL_FORK' && converted.length > 0
        ? [[], this.#workBefore(source, to, converted)]
        : [converted, to];
    if (source.continueOnActivityFailure && made.length > 0)
      this.workshop.notes.push({
        element: source.transitionId,
        what: 'a failed activity stops here until somebody skips it',
      });
    // Where each way has a condition, the last one is taken when none holds: an instance is never stuck in silence.
    const isDefault = isLast && count > 1 && (when !== null || step.type === 'DECISION') && !isChoice;
    this.#transitions.push({
      key,
      ...(source.transitionName && { name: source.transitionName.slice(0, 120) }),
      from,
      to: next,
      ...(step.type === 'USER_TASK' && from === step.key && { on: { outcome: isChoice ? key : 'done' } }),
      ...(when !== null && !isDefault && { when }),
      ...(count > 1 && step.type !== 'PARALLEL_FORK' && { priority: (count - index) * 10 }),
      ...(isDefault && { default: true }),
      ...(made.length > 0 && { activities: made as Activity[] }),
    });
  }

  #condition(source: SourceTransition, step: Step): string | null {
    const { fields } = this.workshop;
    const parts = [
      conditionOf(source.condition, fields),
      ...(source.preConditions ?? []).map(({ ruleId }) => conditionOf(this.rules.get(ruleId), fields)),
    ].filter((part) => part !== null);
    if (source.outcomeKind !== undefined && step.type === 'AUTOMATED' && step.activities[0])
      parts.push(
        `context.activities.${step.activities[0].key}.output.outcome == ${JSON.stringify(source.outcomeKind)}`,
      );
    return parts.length > 0 ? parts.join(' && ') : null;
  }

  /** A step that waits after `from`. @returns its key */
  #pause(from: string, duration: string, about: string): string {
    const key = freeKey(`${about}_pause`.slice(0, 60), this.#stepKeys);
    this.#steps.push({ key, type: 'WAIT_FOR_TIMER', name: 'Pause', timer: { duration } });
    this.#transitions.push({ key: freeKey(`to_${key}`.slice(0, 60), this.#keys), from, to: key });
    return key;
  }

  /** The step of the activities on the way into a branch: the branch begins with them. @returns its key */
  #workBefore(source: SourceTransition, to: string, activities: Activity[]): string {
    const key = freeKey(`${keyOf(source.transitionId)}_work`.slice(0, 60), this.#stepKeys);
    this.#steps.push({
      key,
      type: 'AUTOMATED',
      name: nameOf(source.transitionName, source.transitionId),
      activities,
    });
    this.#transitions.push({ key: freeKey(`from_${key}`.slice(0, 60), this.#keys), from: key, to });
    return key;
  }

  /** The step of the pause that a transition's activities begin with; what comes after it stands behind it. */
  #pauseBefore(source: SourceTransition, [pause, ...rest]: readonly SourceActivity[]): string {
    const key = freeKey(`${keyOf(source.transitionId)}_pause`.slice(0, 60), this.#stepKeys);
    this.#steps.push({ key, type: 'WAIT_FOR_TIMER', name: 'Pause', timer: { duration: pauseOf(pause!)! } });
    const activities = rest.flatMap((one) => convertActivity(one, this.workshop) ?? []);
    this.#transitions.push({
      key: freeKey(`from_${key}`.slice(0, 60), this.#keys),
      from: key,
      to: keyOf(source.toStepId!),
      ...(activities.length > 0 && { activities }),
    });
    return key;
  }

  #forkOf({ stepId, stepType, config = {} }: SourceStep): string | null {
    if (stepType !== 'PARALLEL_JOIN') return null;
    const named = config['forkStepId'] as string | undefined;
    const fork = this.source.steps.find(
      ({ config: of, stepType: type }) => type === 'PARALLEL_FORK' && of?.['joinStepId'] === stepId,
    );
    const any = this.source.steps.find(({ stepType: type }) => type === 'PARALLEL_FORK');
    return keyOf(named ?? fork?.stepId ?? any?.stepId ?? '');
  }
}
