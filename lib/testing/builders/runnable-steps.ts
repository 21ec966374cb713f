import type { Activity } from '@/lib/engine/definition/activity-schema';
import type {
  AutomatedStep,
  Outcome,
  Rung,
  SignalStep,
  Step,
  SubWorkflowStep,
  UserTaskStep,
} from '@/lib/engine/definition/step-schema';
import type { JsonObject } from '@/lib/engine/json';
import type { ActivityPlan, StepPlan } from './runnable-plan';

/** The functions that runnable definitions execute; a runtime has to register both. */
export const runnableFunctions = ['random_work', 'random_other_work'] as const;

/** The step that a plan draws; forks are drawn with their branches elsewhere. */
export function stepOf(plan: StepPlan, key: string): Step {
  if (plan.kind === 'choice') return { key, type: 'DECISION' };
  if (plan.kind === 'undo') return { key, type: 'COMPENSATE' };
  if (plan.kind === 'timer') return { key, type: 'WAIT_FOR_TIMER', timer: plan.timer };
  if (plan.kind === 'signal') return signalStep(plan, key);
  if (plan.kind === 'file') return { key, type: 'WAIT_FOR_FILE', ...agedBy(plan), due: { in: 'PT30S' } };
  if (plan.kind === 'children') return childrenStep(plan, key);
  return plan.kind === 'task' ? taskStep(plan, key) : workStep(plan, key);
}

function taskStep(plan: StepPlan, key: string): UserTaskStep {
  const outcomes: Outcome[] = [
    { key: 'approve', name: 'Approve', kind: 'positive', reason: 'optional' },
    { key: 'reject', name: 'Reject', kind: 'negative', reason: plan.reason },
    { key: 'return', name: 'Send back', kind: 'neutral' },
  ];
  return {
    key,
    type: 'USER_TASK',
    title: `Look at {{ context.kind }} in ${key}`,
    outcomes,
    who: { roles: ['approver'] },
    facts: [{ label: 'Amount', value: 'context.amount', format: 'number' }],
    ...(plan.required > 1 ? { approvals: { required: plan.required, of: 3, veto: plan.veto } } : {}),
    ...(plan.form ? { form: formOf() } : {}),
    due: { in: 'PT2M', ladder: ladderOf(plan) },
    ...(plan.form ? { followUp: 'PT1M' } : {}),
    ...agedBy(plan),
  };
}

/** The signals that runnable definitions may wait for. */
export const runnableSignals = ['news', 'stop'] as const;

function signalStep(plan: StepPlan, key: string): SignalStep {
  const payload: JsonObject = { type: 'object', properties: { amount: { type: 'integer' } } };
  return { key, type: 'WAIT_FOR_SIGNAL', signal: 'news', payload, ...agedBy(plan), due: { in: 'PT30S' } };
}

/** The process that runnable definitions start as a child. */
export const runnableChild = 'random_child';

function childrenStep(plan: StepPlan, key: string): SubWorkflowStep {
  return {
    key,
    type: 'SUB_WORKFLOW',
    definition: runnableChild,
    input: { amount: 'context.amount' },
    output: { [`came.${key}`]: 'result.outcome' },
    ...(plan.forEach === undefined ? {} : { forEach: plan.forEach }),
    ...(plan.onFailure === null ? {} : { onFailure: plan.onFailure }),
    ...agedBy(plan),
  };
}

function agedBy({ aged }: StepPlan) {
  return aged ? { maxAge: 'PT3M' } : {};
}

function ladderOf({ late }: StepPlan): Rung[] {
  if (late === null) return [];
  const to = late === 'reassign' || late === 'escalate' ? { to: { role: 'approver' } } : {};
  return [
    { key: 'soon', at: '-PT30S', action: 'remind' },
    { key: 'late', at: 'PT0S', action: late, ...to },
  ];
}

function formOf(): NonNullable<UserTaskStep['form']> {
  const properties: JsonObject = { note: { type: 'string' }, amount: { type: 'integer' } };
  return { schema: { type: 'object', properties }, writeTo: { amount: 'amount' } };
}

function workStep(plan: StepPlan, key: string): AutomatedStep {
  return {
    key,
    type: 'AUTOMATED',
    activities: plan.activities.map((activity, index) => activityOf(activity, `${key}_${index}`)),
    ...(plan.onFailure === null ? {} : { onFailure: plan.onFailure }),
  };
}

function activityOf(plan: ActivityPlan, key: string): Activity {
  const when = plan.when === null ? {} : { when: plan.when };
  if (plan.type === 'set') {
    return { key, type: 'SET_CONTEXT', settings: { set: { amount: 'context.amount + 1' } }, ...when };
  }
  if (plan.type === 'emit') {
    const data: JsonObject = plan.mapped
      ? { amount: '{{ context.amount }}' }
      : { level: '{{ context.level + 1 }}' };
    return { key, type: 'EMIT_EVENT', settings: { event: 'random.emitted', data }, ...when };
  }
  return {
    key,
    ...(plan.type === 'external'
      ? ({
          type: 'EXTERNAL',
          settings: { topic: 'random_topic', input: { amount: 'context.amount' } },
        } as const)
      : ({
          type: 'EXECUTE_FUNCTION',
          settings: { function: plan.async ? runnableFunctions[1] : runnableFunctions[0] },
        } as const)),
    async: plan.async,
    ...(plan.resource ? { resource: 'bank' } : {}),
    retry: { maxAttempts: plan.attempts, firstDelay: 'PT1S', stopOn: ['http_404'] },
    ...when,
    ...(plan.mapped ? { output: { answer: 'result.answer' } } : {}),
    ...undoneBy(plan, key),
    outputSchema: { type: 'object', properties: { answer: { type: 'integer' } } },
  };
}

function undoneBy({ undo }: ActivityPlan, key: string): Pick<Activity, 'compensation' | 'irreversible'> {
  if (undo === 'none') return {};
  return undo === 'irreversible' ? { irreversible: true } : { compensation: `undo_${key}` };
}

/** The activities on the first way out of a planned step. */
export function underwayOf({ underway }: StepPlan, step: string): Activity[] {
  return underway.map((activity, index) => activityOf(activity, `${step}_way_${index}`));
}

/** The compensations that the activities of a planned step, and on its first way out, name. */
export function compensationsOf(plan: StepPlan, step: string): Activity[] {
  return [
    ...(plan.kind === 'work' ? undosOf(plan.activities, step) : []),
    ...undosOf(plan.underway, `${step}_way`),
  ];
}

function undosOf(activities: readonly ActivityPlan[], prefix: string): Activity[] {
  return activities.flatMap(({ type, undo, attempts, resource }, index): Activity[] => {
    const key = `undo_${prefix}_${index}`;
    if (type === 'set' || type === 'emit' || undo === 'none' || undo === 'irreversible') return [];
    if (undo === 'set')
      return [
        {
          key,
          type: 'SET_CONTEXT',
          settings: { set: { level: 'context.level == null ? 1 : context.level' } },
        },
      ];
    const settings = { function: runnableFunctions[undo === 'async' ? 1 : 0] };
    const retry = { maxAttempts: attempts, firstDelay: 'PT1S' };
    const at = resource ? { resource: 'bank' } : {};
    return [{ key, type: 'EXECUTE_FUNCTION', settings, async: undo === 'async', retry, ...at }];
  });
}
