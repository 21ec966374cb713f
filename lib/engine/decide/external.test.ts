import { describe, expect, it } from 'vitest';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import { CoreRun } from '@/lib/testing/builders/core-run';
import {
  aDefinition,
  automated,
  end,
  executeFunction,
  external,
  go,
  start,
} from '@/lib/testing/builders/definition-builder';

const work = 'main:working:1:work';

function run(parts: Partial<Activity> = {}): CoreRun {
  const core = new CoreRun(
    aDefinition({
      steps: [
        start(),
        automated('working', [external('work', 'printing', parts), executeFunction('after', 'after')]),
        end(),
      ],
      transitions: [go('start', 'working'), go('working', 'done')],
    }),
  );
  core.start({ amount: 1 });
  core.do({ kind: 'advance' });
  return core;
}

const begin = {
  kind: 'start_attempt',
  execution: work,
  worker: 'elsewhere',
  token: 't',
  leaseSeconds: 60,
} as const;

describe('an EXTERNAL activity', () => {
  it('is there to be fetched under its topic, while the instance waits and nothing is enqueued', () => {
    const core = run();

    expect(core.last).toMatchObject({ effects: [], next: null });
    expect(core.snapshot).toMatchObject({
      status: 'waiting',
      waitingFor: ['activity'],
      activities: { [work]: { status: 'ready', topic: 'printing' } },
    });
  });

  it('is not run by an advancing worker, however often one comes by', () => {
    const core = run();

    expect(core.do({ kind: 'advance' })).toMatchObject({ events: [], next: null, effects: [] });
  });

  it('leaves the instance waiting while a worker elsewhere has it, and goes on by the queue afterwards', () => {
    const core = run();
    core.do(begin);
    expect(core.snapshot).toMatchObject({ status: 'waiting', activities: { [work]: { status: 'running' } } });

    const plan = core.do({ kind: 'attempt_succeeded', execution: work, token: 't', result: { ok: true } });

    expect(plan).toMatchObject({ next: null, effects: [{ kind: 'advance' }] });
    expect(core.snapshot?.results).toMatchObject({ work: { output: { ok: true } } });
  });

  it('that fails waits for its next attempt without a job', () => {
    const core = run({ retry: { maxAttempts: 2, firstDelay: 'PT10S', jitter: 0 } });
    core.do(begin);
    const error = { code: 'jam', message: 'Jammed.', retryable: true };

    const plan = core.do({ kind: 'attempt_failed', execution: work, token: 't', error });

    expect(plan).toMatchObject({ next: null, effects: [] });
    expect(core.snapshot).toMatchObject({
      status: 'waiting',
      activities: { [work]: { status: 'retrying' } },
    });
    expect(core.refused({ ...begin, token: 'u' })).toMatchObject({ code: 'not_allowed' });
  });

  it('whose lease has ended is there to be fetched again', () => {
    const core = run();
    core.do(begin);
    core.now = '2026-03-02T09:01:01.000000Z';

    expect(core.do({ kind: 'lease_expired', execution: work, token: 't' }).effects).toEqual([]);
    core.do({ ...begin, token: 'u' });
    expect(core.refused({ kind: 'attempt_succeeded', execution: work, token: 't', result: null }).code).toBe(
      'lease_lost',
    );
  });
});
