import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { demoAccounts, type DemoAccount } from '@/lib/demo/accounts';
import { demoDefinitions } from '@/lib/demo/demo-definitions';
import { demoStories } from '@/lib/demo/demo-stories';
import { demoFunctions } from '@/lib/demo/functions';
import { demoRoles } from '@/lib/demo/roles';
import { demoRules } from '@/lib/demo/rules';
import type { Move, Story } from '@/lib/demo/story';
import { allActivities, declaredFields } from '@/lib/engine/conditions/declared';
import { evaluateExpression } from '@/lib/engine/conditions/evaluate';
import { renderJson } from '@/lib/engine/conditions/template';
import { scopeOf } from '@/lib/engine/decide/scope';
import { builtInActivityTypes } from '@/lib/engine/definition/activity-schema';
import type { Finding } from '@/lib/engine/definition/finding';
import { lint } from '@/lib/engine/definition/lint';
import { parseDefinition } from '@/lib/engine/definition/parse';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Json, JsonObject } from '@/lib/engine/json';
import { isOpenTask } from '@/lib/engine/lifecycle';
import { replay, withoutClosed } from '@/lib/engine/replay';
import type { ActivityExecution, Person, Task } from '@/lib/engine/snapshot';
import { CoreRun } from '@/lib/testing/builders/core-run';

const around = {
  roles: demoRoles.map((role) => role.key),
  rules: [...new Set(demoRules.map((rule) => rule.key))],
  functions: Object.keys(demoFunctions),
  secrets: [],
  definitions: demoDefinitions.map((definition) => definition.key),
  activityTypes: builtInActivityTypes,
};

const now = '2026-11-29T09:00:00.000000Z';
const rules = Object.fromEntries(
  demoRules
    .filter(
      ({ effectiveFrom, effectiveTo }) => effectiveFrom <= now && (effectiveTo === null || now < effectiveTo),
    )
    .map(({ key, value, effectiveFrom }) => [key, { value, version: effectiveFrom }]),
);

const person = ({ email, name }: DemoAccount): Person => ({ id: email, name, email });
const people = Object.fromEntries(demoAccounts.map((account) => [account.email, person(account)]));

const definitionOf = (key: string): Definition => {
  const found = demoDefinitions.find((definition) => definition.key === key);
  if (!found) throw new Error(`no demo definition ${key}`);
  return found;
};

const ajv = addFormats.default(new Ajv({ allErrors: true }));
const validators = new WeakMap<object, ValidateFunction>();
function expectValid(schema: JsonObject, value: Json): void {
  const validate = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  validate(value);
  expect(validate.errors ?? []).toEqual([]);
}

/** A story on the core alone, with the demo's functions. The outside never answers, as in the demo. */
class StoryRun {
  readonly run: CoreRun;

  constructor(readonly story: Story) {
    this.run = new CoreRun(definitionOf(story.definition), { rules, people });
    this.run.now = now;
  }

  async play(): Promise<void> {
    const { definition } = this.run;
    if (definition.input) expectValid(definition.input, this.story.input);
    this.run.begin(this.story.input, person(this.story.by));
    await this.work();
    for (const move of this.story.moves) {
      this.move(move);
      await this.work();
    }
  }

  move(move: Move): void {
    const { by, kind } = move;
    if (kind === 'cancel') {
      expect(this.run.here().state).toBe(move.step);
      this.run.do({ kind: 'cancel', mode: 'immediate', reason: move.reason });
      return;
    }
    const task = this.openTask(move.step);
    expect(mayDecide(task, by), `${by.name} on ${task.step}`).toBe(true);
    if (kind === 'claim') {
      this.run.do({ kind: 'claim_task', task: task.key, by: person(by) });
      return;
    }
    const form = move.form ?? {};
    if (task.form) expectValid(task.form.schema, form);
    const reason = move.reason ?? null;
    this.run.decideTask(move.step, move.outcome, person(by), { form, reason });
  }

  openTask(step: string): Task {
    const open = Object.values(this.run.here().tasks).filter((task) => isOpenTask(task.status));
    expect(open.map((task) => task.step)).toEqual([step]);
    return open[0] as Task;
  }

  /** Runs activities, and lets time pass for those that are tried again soon, until people have to act. */
  async work(): Promise<void> {
    for (;;) {
      const execution = Object.values(this.run.here().activities).find(
        ({ status, nextAttemptAt }) =>
          ['ready', 'retrying', 'scheduled'].includes(status) &&
          (nextAttemptAt === null || Date.parse(nextAttemptAt) - Date.parse(this.run.now) < 60_000),
      );
      if (!execution) return;
      if (execution.status === 'retrying') {
        this.run.later(60);
        this.run.do({ kind: 'advance' });
      }
      await this.attempt(execution);
    }
  }

  async attempt({ key, activity: activityKey, attempts }: ActivityExecution): Promise<void> {
    const activity = allActivities(this.run.definition).find((one) => one.key === activityKey);
    const token = this.run.startAttempt(activityKey);
    const declared = declaredFields(this.run.definition);
    const scope = scopeOf(this.run.here(), { ...this.run.env, now: this.run.now });
    const settings = activity?.settings as JsonObject;
    let result: Json = null;
    try {
      if (activity?.type === 'EXECUTE_FUNCTION') {
        const input: Record<string, Json> = {};
        for (const [field, expression] of Object.entries(
          (settings['input'] ?? {}) as Record<string, string>,
        )) {
          const value = evaluateExpression(expression, scope, declared);
          if (!value.ok) throw new Error(`broken mapping: ${value.message}`);
          input[field] = value.value;
        }
        const call = {
          idempotencyKey: `1:${key}`,
          signal: AbortSignal.timeout(5_000),
          attempt: attempts + 1,
        };
        result = (await demoFunctions[String(settings['function'])]?.(input, call)) ?? null;
        if (activity.outputSchema) expectValid(activity.outputSchema as JsonObject, result);
      } else {
        const texts = Object.fromEntries(Object.entries(settings).filter(([name]) => name !== 'method'));
        const rendered = renderJson(texts, scope, declared);
        expect(rendered).toMatchObject({ ok: true });
        expect(JSON.stringify(rendered.ok && rendered.value)).not.toMatch(/null|undefined|\[object/);
        if (activity?.type === 'CALL_API') throw new Error('getaddrinfo ENOTFOUND');
      }
    } catch (error) {
      if (!(error instanceof Error) || /broken mapping|expect/.test(error.message)) throw error;
      const failure = { code: 'function_failed', message: error.message, retryable: true };
      this.run.do({ kind: 'attempt_failed', execution: key, token, error: failure });
      return;
    }
    this.run.do({ kind: 'attempt_succeeded', execution: key, token, result });
  }
}

function mayDecide(task: Task, by: DemoAccount): boolean {
  const candidate =
    task.candidatePeople.includes(by.email) || task.candidateRoles.some((role) => by.roles.includes(role));
  const limit = task.limit ? (rules[task.limit.rule]?.value as number) : Infinity;
  return candidate && !task.excluded.includes(by.email) && (task.limit?.amount ?? 0) <= limit;
}

/** The demo undoes a budget reservation; its payments and accounts are put right by people. */
function isMendable({ code, severity }: Finding): boolean {
  return severity === 'error' || code !== 'compensation_missing';
}

describe('every process of the demo', () => {
  it.each(demoDefinitions.map((definition) => [definition.key, definition] as const))(
    '%s reads back equal and has nothing to mend',
    (_, definition) => {
      const parsed = parseDefinition(JSON.parse(JSON.stringify(definition)));

      expect(parsed).toEqual({ ok: true, definition });
      expect(lint(definition, around).filter(isMendable)).toEqual([]);
    },
  );

  it.each(demoDefinitions.map((definition) => [definition.key, definition] as const))(
    '%s has a request at each of its ENDs',
    (key, definition) => {
      const ends = definition.steps.filter((step) => step.type === 'END').map((step) => step.key);

      const reached = demoStories.filter((story) => story.definition === key).map((story) => story.state);

      expect(reached).toEqual(expect.arrayContaining(ends));
    },
  );

  it.each(demoDefinitions.map((definition) => [definition.key, definition] as const))(
    '%s has a request waiting at each of its tasks',
    (key, definition) => {
      const tasks = definition.steps.filter((step) => step.type === 'USER_TASK').map((step) => step.key);

      const waiting = demoStories
        .filter((story) => story.definition === key && story.status === 'waiting')
        .map((story) => story.state);

      expect(waiting).toEqual(expect.arrayContaining(tasks));
    },
  );
});

describe('every request of the demo', () => {
  it.each(demoStories.map((story) => [`${story.definition} ${story.subject}`, story] as const))(
    '%s comes to where its story ends',
    async (_, story) => {
      const played = new StoryRun(story);

      await played.play();

      const { status, state, tasks } = played.run.here();
      expect([state, status]).toEqual([story.state, story.status]);
      for (const task of Object.values(tasks)) {
        const deciders = demoAccounts.filter((account) => mayDecide(task, account));
        expect(deciders.length, `people who can decide ${task.step}`).toBeGreaterThan(0);
        expect(task.title).not.toMatch(/null|\{\{/);
      }
      expect(withoutClosed(replay(played.run.history))).toEqual(played.run.here());
    },
  );

  it('is about a subject of its own', () => {
    const subjects = demoStories.map((story) => `${story.definition} ${story.subject}`);

    expect(new Set(subjects).size).toBe(subjects.length);
  });
});

describe('the people of the demo', () => {
  it('hold roles that exist, and every role has a holder', () => {
    const held = new Set<string>(demoAccounts.flatMap((account) => account.roles));

    expect([...held].sort()).toEqual(demoRoles.map((role) => role.key).sort());
  });
});

describe('the functions of the demo', () => {
  it('do the same thing under the same key and stop when they are told to', async () => {
    const call = { idempotencyKey: 'a', signal: new AbortController().signal, attempt: 1 };
    const pay = demoFunctions['pay-out'];
    const input = { to: 'Ann', amount: 5 };

    expect(await pay?.(input, call)).toEqual(await pay?.(input, { ...call, attempt: 2 }));
    expect(await pay?.(input, call)).not.toEqual(await pay?.(input, { ...call, idempotencyKey: 'b' }));
    await expect(pay?.(input, { ...call, signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });
});
