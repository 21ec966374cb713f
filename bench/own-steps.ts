import type { Pool } from 'pg';
import { createMailer } from '@/lib/mail/transport';
import { createActivities } from '@/lib/runtime/activities/registry';
import { registerFunctions } from '@/lib/runtime/activities/functions';
import { advanceInstance } from '@/lib/runtime/advance';
import type { Worker } from '@/lib/runtime/attempts';
import { type Place, move } from '@/lib/runtime/move';
import { loadStart } from '@/lib/runtime/snapshot';
import { startInstance } from '@/lib/runtime/start';
import type { Mover } from '@/lib/runtime/transition';
import { newId } from '@/lib/runtime/uuid';
import {
  aDefinition,
  automated,
  end,
  executeFunction,
  go,
  start,
  waitForSignal,
} from '@/lib/testing/builders/definition-builder';
import { makeTenant, publish } from '@/lib/testing/tenant';

const mover: Mover = { actor: { type: 'system', id: 'bench', name: 'The bench' } };
const step = (number: number) =>
  automated(`step-${number}`, [executeFunction(`work-${number}`, 'bench-step')]);

/** The product in this process, with a worker that runs what the bench tells it to. */
export type OwnSteps = {
  /** Starts an instance and runs all its steps. */
  run(): Promise<void>;
  /** Starts an instance whose one step goes through the queue. */
  startQueued(): Promise<Place>;
  /** Starts an instance that does one step for each signal. */
  startLoop(): Promise<Place>;
  /** One round of the loop: the signal, then the step that it sets off. */
  runRound(place: Place, round: number): Promise<void>;
  /** How many instances of the workflow, or of another, have ended as they should. */
  countCompleted(key?: string): Promise<number>;
  /** What runs the attempts. */
  readonly worker: Worker;
  close(): Promise<void>;
};

/** @param steps how many AUTOMATED steps the workflow has, each with one registered function */
export async function startOwn(owner: Pool, app: Pool, steps: number): Promise<OwnSteps> {
  registerFunctions({ 'bench-step': () => Promise.resolve({ done: true }) });
  const tenantId = await makeTenant(owner);
  const numbers = Array.from({ length: steps }, (_, index) => index + 1);
  const keys = ['start', ...numbers.map((number) => `step-${number}`), 'done'];
  await publish(
    owner,
    tenantId,
    aDefinition({
      key: 'five-steps',
      steps: [start(), ...numbers.map(step), end()],
      transitions: keys.slice(1).map((to, index) => go(keys[index]!, to)),
    }),
  );
  await publish(
    owner,
    tenantId,
    aDefinition({
      key: 'loop',
      steps: [start(), waitForSignal('waiting'), step(1), end()],
      transitions: [go('start', 'waiting'), go('waiting', 'step-1'), go('step-1', 'waiting')],
    }),
  );
  await publish(
    owner,
    tenantId,
    aDefinition({
      key: 'queued',
      steps: [start(), automated('work', [executeFunction('work', 'bench-step', { async: true })]), end()],
      transitions: [go('start', 'work'), go('work', 'done')],
    }),
  );
  const activities = createActivities({
    mailer: createMailer('smtp://127.0.0.1:1'),
    allowedHosts: [],
    secret: 'the bench sends nothing that it would have to sign',
    secretsOf: () => Promise.resolve({}),
  });
  const worker: Worker = {
    id: 'bench',
    pool: app,
    perform: activities.perform,
    leaseSeconds: 60,
    stopping: new AbortController().signal,
  };
  const begin = async (key: string): Promise<Place> => {
    const started = await startInstance(
      app,
      {
        tenantId,
        start: (await loadStart(app, tenantId, key))!,
        subjectId: newId(),
        correlationKey: null,
        input: { amount: 1500 },
        facts: [],
        requester: null,
        startKey: null,
        startHash: null,
      },
      mover,
    );
    if (!started.ok) throw new Error(started.refusal.message);
    return { tenantId, instanceId: started.instanceId };
  };
  return {
    run: async () => advanceInstance(worker, await begin('five-steps')),
    worker,
    startQueued: () => begin('queued'),
    startLoop: () => begin('loop'),
    runRound: async (place, round) => {
      const signal = { id: `round-${round}`, name: 'paid', payload: {}, keepSeconds: 60 };
      const moved = await move(app, place, { kind: 'signal', ...signal }, mover);
      if (!moved.ok) throw new Error(moved.refusal.message);
      await advanceInstance(worker, place);
    },
    countCompleted: async (key = 'five-steps') => {
      const { rows } = await owner.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM instances WHERE definition_key = $1 AND status = 'completed'",
        [key],
      );
      return rows[0]!.n;
    },
    close: () => activities.close(),
  };
}
