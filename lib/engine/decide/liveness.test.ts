import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasCome, plusSeconds } from '@/lib/engine/deadlines/instant';
import type { Definition } from '@/lib/engine/definition/schema';
import type { JsonObject } from '@/lib/engine/json';
import { isClosed, isOpenChild, isOpenTask } from '@/lib/engine/lifecycle';
import { withoutClosed } from '@/lib/engine/replay';
import type { Person, Snapshot } from '@/lib/engine/snapshot';
import { aFile, decisionOn } from '@/lib/testing/builders/core-run';
import { Dice } from '@/lib/testing/builders/random-run';
import { runnableDefinition, runnableInput, runnableRules } from '@/lib/testing/builders/runnable-definition';
import type { ChildEnd, Effect, Input, Plan } from './contract';
import { decide } from './decide';
import { mayStart } from './handing-over';

const voters: readonly Person[] = [1, 2, 3].map((n) => ({
  id: `p${n}`,
  name: `P ${n}`,
  email: `p${n}@example.test`,
}));

const cancelled: ChildEnd = { status: 'cancelled' };

/** A queue and workers that die, people who decide, and support that pauses and retries; only jobs make anything go on. */
class World {
  readonly #definition: Definition;
  readonly #dice: Dice;
  readonly #jobs: { readonly at: string; readonly effect: Effect }[] = [];
  #now = '2026-03-02T09:00:00.000000Z';
  #tokens = 0;
  snapshot: Snapshot | null = null;

  constructor(definition: Definition, input: JsonObject, dice: Dice) {
    this.#definition = definition;
    this.#dice = dice;
    this.#ask({
      kind: 'start',
      instanceId: 'i',
      definitionVersion: 1,
      subjectId: 's',
      input,
      requester: null,
    });
  }

  get over(): boolean {
    return isClosed(this.#here().status ?? 'created');
  }

  /** Anything may happen, workers die, attempts fail. */
  turbulence(): void {
    switch (this.#dice.roll(10)) {
      case 0:
        this.#ask({ kind: 'pause', reason: 'Wait' });
        break;
      case 1:
        this.#ask({ kind: 'resume', reason: 'Go on' });
        break;
      case 2:
        this.#mend();
        break;
      case 3:
        this.#decideOpenTask(this.#dice.pick(['approve', 'return', 'return']) ?? 'approve');
        break;
      case 4:
        this.#cancelNowAndThen();
        break;
      case 5:
        this.#signal(this.#dice.roll(6) === 0 ? 'stop' : 'news');
        break;
      case 6:
        this.#file();
        break;
      default:
        this.#work(true);
        this.#timers();
    }
  }

  /** Everybody does what is asked of them, and no worker dies. False when there is nothing to do for anybody. */
  calm(): boolean {
    const { status } = this.#here();
    if (status === 'paused') return this.#ask({ kind: 'resume', reason: 'Go on' }) !== null;
    if (status === 'needs_attention' || status === 'compensation_failed') return this.#mend();
    const answered = this.#decideOpenTask('approve') || this.#work(false) || this.#timers();
    return answered || this.#file() || this.#signal('news');
  }

  /** The sweeper ends the lease of a dead worker, else the job that is due first runs. */
  #work(turbulent: boolean): boolean {
    const lost = Object.values(this.#here().activities).find(
      ({ lease }) => lease && hasCome(lease.expiresAt, this.#now),
    );
    if (lost?.lease) {
      this.#ask({ kind: 'lease_expired', execution: lost.key, token: lost.lease.token });
      return true;
    }
    const offered = Object.values(this.#here().activities).find(
      (execution) => execution.topic !== null && mayStart(execution, this.#now),
    );
    if (offered && this.#attempt(offered.key, turbulent) !== null) return true;
    if (this.#giveRoom(turbulent)) return true;
    this.#jobs.sort((left, right) => (hasCome(left.at, right.at) ? -1 : 1));
    const job = this.#jobs.shift();
    if (!job) return this.#untilSomethingExternal();
    if (!hasCome(job.at, this.#now)) this.#now = job.at;
    const ended = this.#run(job.effect, turbulent);
    if (!ended) this.#jobs.push({ at: plusSeconds(this.#now, 90), effect: job.effect });
    return true;
  }

  /** Whoever gives a place at a resource brings a worker along. False where nobody waits for one. */
  #giveRoom(turbulent: boolean): boolean {
    const live = ['running', 'waiting', 'compensating'].includes(this.#here().status ?? '');
    const first = Object.values(this.#here().activities).find(
      (one) => one.resource !== undefined && one.topic === null && mayStart(one, this.#now),
    );
    if (!live || !first) return false;
    const effect = { kind: 'run_activity', execution: first.key } as const;
    if (!this.#run(effect, turbulent)) this.#jobs.push({ at: plusSeconds(this.#now, 90), effect });
    return true;
  }

  /** Workers elsewhere, and places, come by themselves, so no job comes for what they may do: the clock goes on to it. */
  #untilSomethingExternal(): boolean {
    const instants = Object.values(this.#here().activities)
      .filter(({ topic, resource }) => topic !== null || resource !== undefined)
      .flatMap(({ status, lease, nextAttemptAt }) =>
        status === 'retrying' ? [nextAttemptAt] : [lease?.expiresAt ?? null],
      );
    const next = instants.find((instant) => instant !== null && !hasCome(instant, this.#now));
    if (!next) return false;
    this.#now = next;
    return true;
  }

  /** False when the worker died: the queue then brings the job again. */
  #run(effect: Effect, turbulent: boolean): boolean {
    if (effect.kind === 'settle_child') return this.#settle(effect, turbulent);
    const look = () => this.#ask({ kind: 'advance' });
    let next = effect.kind === 'run_activity' ? effect.execution : (look()?.next ?? null);
    while (next !== null) {
      if (turbulent && this.#dice.roll(6) === 0) return false;
      const result = this.#attempt(next, turbulent);
      if (result === 'died') return false;
      next = (result ?? look())?.next ?? null;
    }
    return true;
  }

  /** A child's instance is made, and ends a while later, well or not; at once where its parent wants it to. */
  #settle(effect: Extract<Effect, { kind: 'settle_child' }>, turbulent: boolean): boolean {
    const { child } = effect;
    const known = this.#here().children[child];
    if (!known || !isOpenChild(known.status)) return true;
    if (turbulent && this.#dice.roll(6) === 0) return false;
    if (known.status === 'created' && !known.cancelling) {
      this.#ask({ kind: 'child_started', child, instance: `of ${child}` });
      this.#jobs.push({ at: plusSeconds(this.#now, 30), effect });
      return true;
    }
    this.#ask({ kind: 'child_ended', child, end: known.cancelling ? cancelled : this.#childEnd(turbulent) });
    return true;
  }

  #childEnd(turbulent: boolean): ChildEnd {
    if (!turbulent || this.#dice.roll(3) > 0)
      return { status: 'completed', outcome: 'done', context: { amount: 1 } };
    const error = { code: 'child_failed', message: 'It failed' };
    return this.#dice.roll(2) === 0 ? cancelled : { status: 'failed', error };
  }

  #attempt(execution: string, turbulent: boolean): Plan | null | 'died' {
    const token = `t${(this.#tokens += 1)}`;
    if (!this.#ask({ kind: 'start_attempt', execution, worker: 'w', token, leaseSeconds: 60 })) return null;
    if (turbulent && this.#dice.roll(5) === 0) return 'died';
    if (turbulent && this.#dice.roll(4) === 0) this.#ask({ kind: 'pause', reason: 'Right now' });
    if (turbulent && this.#dice.roll(3) === 0) {
      const error = { code: 'http_503', message: 'It answered 503', retryable: this.#dice.roll(3) > 0 };
      return this.#ask({ kind: 'attempt_failed', execution, token, error });
    }
    return this.#ask({ kind: 'attempt_succeeded', execution, token, result: { answer: 1 } });
  }

  #decideOpenTask(outcome: string): boolean {
    const task = Object.values(this.#here().tasks).find(({ status }) => isOpenTask(status));
    if (!task || !['running', 'waiting'].includes(this.#here().status ?? '')) return false;
    const by = voters[task.votes.length] ?? (voters[0] as Person);
    return this.#ask(decisionOn(task.key, outcome, by, { reason: 'Because' })) !== null;
  }

  #cancelNowAndThen(): void {
    if (this.#dice.roll(4) > 0) return;
    const mode = this.#dice.pick(['graceful', 'compensated', 'compensated'] as const) ?? 'graceful';
    this.#ask({ kind: 'cancel', mode, reason: 'Not needed' });
  }

  /** The sweeper: the timer of the stay that is due first fires. False when there is none. */
  #timers(): boolean {
    const [timer] = Object.values(this.#here().timers)
      .filter(({ closedAt, stay }) => closedAt === null && stay !== null)
      .sort((left, right) => (hasCome(left.dueAt, right.dueAt) ? -1 : 1));
    if (!timer || this.#here().status !== 'waiting') return false;
    if (!hasCome(timer.dueAt, this.#now)) this.#now = timer.dueAt;
    this.#ask({ kind: 'timer_fired', timer: timer.key });
    return true;
  }

  /** Somebody uploads what a step waits for. */
  #file(): boolean {
    const id = `f${(this.#tokens += 1)}`;
    return Object.values(this.#here().stays).some(
      ({ step }) => this.#ask({ kind: 'file', step, file: aFile(id) }) !== null,
    );
  }

  #signal(name: string): boolean {
    const id = `s${(this.#tokens += 1)}`;
    return this.#ask({ kind: 'signal', id, name, payload: { amount: 1 }, keepSeconds: 60 }) !== null;
  }

  #mend(): boolean {
    return (
      this.#ask({ kind: 'retry', reason: 'Mended', context: { ...this.#here().context, level: 5 } }) !== null
    );
  }

  #ask(input: Input): Plan | null {
    const env = { now: this.#now, rules: runnableRules, chance: [0.5] };
    const decision = decide(this.#definition, this.snapshot, input, env);
    if (!decision.ok) return null;
    this.snapshot = withoutClosed(decision.plan.after);
    for (const effect of decision.plan.effects)
      this.#jobs.push({ at: ('at' in effect && effect.at) || this.#now, effect });
    return decision.plan;
  }

  #here(): Snapshot {
    if (!this.snapshot) throw new Error('not started');
    return this.snapshot;
  }
}

it(
  'no instance is ever stuck: whatever happened before, the queue and people bring it to its end',
  { timeout: 60_000 },
  () => {
    fc.assert(
      fc.property(
        runnableDefinition(),
        runnableInput(),
        fc.array(fc.nat({ max: 10_000 }), { minLength: 20, maxLength: 150 }),
        fc.integer({ min: 0, max: 60 }),
        (definition, input, numbers, turns) => {
          const world = new World(definition, input, new Dice(numbers));
          for (let turn = 0; turn < turns; turn += 1) world.turbulence();
          for (let turn = 0; turn < 300 && !world.over && world.calm(); turn += 1);

          expect(world.snapshot?.status).toMatch(/^(completed|failed|cancelled|reversed)$/);
        },
      ),
      { numRuns: 500 },
    );
  },
);
