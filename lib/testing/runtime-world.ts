import { expect } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import type { JsonObject } from '@/lib/engine/json';
import type { Person, Snapshot } from '@/lib/engine/snapshot';
import type { Input } from '@/lib/engine/decide/contract';
import { type Moved, move } from '@/lib/runtime/move';
import { loadStart, loadWholeSnapshot } from '@/lib/runtime/snapshot';
import { startInstance } from '@/lib/runtime/start';
import type { Mover } from '@/lib/runtime/transition';
import { newId } from '@/lib/runtime/uuid';
import { verifyInstance } from '@/lib/runtime/verify';
import { startWorker } from '@/lib/runtime/worker';
import { type TestDatabase, createTestDatabase } from './database';
import { testSecret } from './secret';
import { type Published, makePerson, makeTenant, publish } from './tenant';
import { until } from './until';

export type HistoryRow = {
  readonly sequence: number;
  readonly type: string;
  readonly key: string | null;
  readonly to: string | null;
  readonly data: JsonObject;
  readonly worker: string | null;
};

export type AttemptRow = {
  readonly number: number;
  readonly worker: string;
  readonly result: string | null;
  readonly code: string | null;
};

export type TestWorker = Awaited<ReturnType<typeof startWorker>>;

/** A tenant on the runtime, without the use cases above it: starts, decisions and looks. */
export class RuntimeWorld {
  readonly #workers: TestWorker[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly tenantId: string,
    readonly ann: Person,
    readonly bob: Person,
  ) {}

  /** Call it in `beforeAll`, and `drop` in `afterAll`. */
  static async make(): Promise<RuntimeWorld> {
    return RuntimeWorld.on(await createTestDatabase());
  }

  /** On a database of the test's own making. */
  static async on(database: TestDatabase): Promise<RuntimeWorld> {
    const tenantId = await makeTenant(database.owner);
    const [ann, bob] = [
      await makePerson(database.owner, tenantId, 'Ann Lee'),
      await makePerson(database.owner, tenantId, 'Bob Roy'),
    ];
    return new RuntimeWorld(database, tenantId, ann, bob);
  }

  publish(definition: Definition): Promise<Published> {
    return publish(this.database.owner, this.tenantId, definition);
  }

  /** Starts an instance of the active version. @returns its id */
  async start(key: string, input: JsonObject = { amount: 1500 }): Promise<string> {
    const started = await this.#start(key, input, null);
    if (!started.ok) throw new Error(started.refusal.message);
    return started.instanceId;
  }

  /** The same start asked again gives the same instance. */
  async startOnce(key: string, startKey: string): Promise<string> {
    const started = await this.#start(key, { amount: 1500 }, startKey);
    if (started.ok) return started.instanceId;
    if (started.refusal.code !== 'duplicate') throw new Error(started.refusal.message);
    const { rows } = await this.database.owner.query<{ id: string }>(
      'SELECT id FROM instances WHERE tenant_id = $1 AND start_key = $2',
      [this.tenantId, startKey],
    );
    return rows[0]!.id;
  }

  async #start(key: string, input: JsonObject, startKey: string | null) {
    const start = await loadStart(this.database.app, this.tenantId, key);
    if (!start) throw new Error(`${key} is not published`);
    const order = {
      tenantId: this.tenantId,
      start,
      subjectId: newId(),
      correlationKey: null,
      input,
      facts: [],
      requester: null,
      startKey,
      startHash: startKey && 'the same',
    };
    return startInstance(this.database.app, order, this.mover(this.ann));
  }

  move(instanceId: string, input: Input, by = this.ann): Promise<Moved> {
    return move(this.database.app, { tenantId: this.tenantId, instanceId }, input, this.mover(by));
  }

  /** Decides the open task of a step. */
  decide(instanceId: string, step: string, outcome: string, by = this.ann): Promise<Moved> {
    const task = `main:${step}:1`;
    const more = { form: {}, reason: null, onBehalfOf: null, authority: {} };
    return this.move(instanceId, { kind: 'decide_task', task, outcome, by, ...more }, by);
  }

  mover(by: Person): Mover {
    return { actor: { type: 'user', id: by.id, name: by.name } };
  }

  /** Starts a worker in this process; `stopWorkers` stops it. */
  async worker(
    options: { leaseSeconds?: number; allowedHosts?: readonly string[]; concurrency?: number } = {},
  ): Promise<TestWorker> {
    const { leaseSeconds = 10, allowedHosts = [], concurrency = 4 } = options;
    const worker = await startWorker({
      configuration: { leaseSeconds, allowedHosts },
      ownerUrl: this.database.ownerUrl,
      smtpUrl: 'smtp://127.0.0.1:1',
      secret: testSecret,
      concurrency,
    });
    this.#workers.push(worker);
    return worker;
  }

  async stopWorkers(): Promise<void> {
    await Promise.all(this.#workers.splice(0).map((worker) => worker.stop()));
  }

  /** The snapshot with all that has closed. */
  async snapshot(instanceId: string): Promise<Snapshot> {
    const snapshot = await loadWholeSnapshot(this.database.app, this.tenantId, instanceId);
    if (!snapshot) throw new Error(`there is no instance ${instanceId}`);
    return snapshot;
  }

  /** Waits until the instance is as it should be. */
  until(
    instanceId: string,
    what: string,
    test: (snapshot: Snapshot) => boolean,
    seconds = 60,
  ): Promise<Snapshot> {
    return until(
      `${what} of instance ${instanceId}`,
      async () => {
        const snapshot = await this.snapshot(instanceId);
        return test(snapshot) && snapshot;
      },
      seconds,
    );
  }

  /** Waits until the instance has a status. */
  untilStatus(instanceId: string, status: Snapshot['status'], seconds = 60): Promise<Snapshot> {
    return this.until(instanceId, `status ${status}`, (snapshot) => snapshot.status === status, seconds);
  }

  async history(instanceId: string): Promise<HistoryRow[]> {
    const { rows } = await this.database.owner.query<HistoryRow>(
      `SELECT sequence::int AS sequence, type, key, coalesce(to_status, to_state) AS "to", data, worker_id AS worker
       FROM events WHERE instance_id = $1 ORDER BY sequence`,
      [instanceId],
    );
    return rows;
  }

  /** The attempts of the instance's only activity, or of the one named. */
  async attempts(instanceId: string, activity = 'pay'): Promise<AttemptRow[]> {
    const { rows } = await this.database.owner.query<AttemptRow>(
      `SELECT a.number, a.worker, a.result, a.error ->> 'code' AS code FROM activity_attempts a
       JOIN activity_executions x ON x.instance_id = a.instance_id AND x.key = a.execution
       WHERE a.instance_id = $1 AND x.activity = $2 ORDER BY a.execution, a.number`,
      [instanceId, activity],
    );
    return rows;
  }

  /** Asserts that every history of this world is whole and replays to what is stored. */
  async expectVerified(): Promise<void> {
    const { rows } = await this.database.owner.query<{ id: string }>('SELECT id FROM instances ORDER BY id');
    for (const { id } of rows) {
      expect(await verifyInstance(this.database.app, this.tenantId, id), id).toMatchObject({
        ok: true,
        chain: 'whole',
        differences: [],
      });
    }
  }

  async drop(): Promise<void> {
    await this.stopWorkers();
    await this.database.drop();
  }
}
