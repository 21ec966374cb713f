import { describe, expect, it } from 'vitest';
import { replay, withoutClosed } from '@/lib/engine/replay';
import { aFile, CoreRun } from '@/lib/testing/builders/core-run';
import { aDefinition, end, fork, go, join, start } from '@/lib/testing/builders/definition-builder';

/** START → a wait for a file → END; `stop` and the maximum age end it. */
const definition = aDefinition({
  maxAge: undefined,
  steps: [
    start(),
    { key: 'unsigned', type: 'WAIT_FOR_FILE', maxAge: 'P1D' },
    end('signed'),
    end('stopped'),
    end('late'),
  ],
  transitions: [
    go('start', 'unsigned'),
    go('unsigned', 'signed'),
    go('unsigned', 'stopped', { on: { signal: 'stop' } }),
    go('unsigned', 'late', { on: { deadline: 'maxAge' } }),
  ],
});

function waiting(of = definition): CoreRun {
  const run = new CoreRun(of);
  run.begin({ amount: 1 });
  return run;
}

describe('a wait for a file', () => {
  it('waits for an upload, and goes on with what is known of the file', () => {
    const run = waiting();
    expect(run.here()).toMatchObject({ status: 'waiting', waitingFor: ['file_upload'] });

    run.do({ kind: 'file', step: 'unsigned', file: aFile('f1') });

    expect(run.here()).toMatchObject({ status: 'completed', outcome: 'signed' });
    expect(run.here().context).toMatchObject({ files: { unsigned: aFile('f1') } });
    expect(withoutClosed(replay(run.history))).toEqual(run.here());
  });

  it('refuses a file that no step waits for', () => {
    const run = waiting();

    expect(run.try({ kind: 'file', step: 'start', file: aFile('f1') })).toMatchObject({
      code: 'not_allowed',
      data: { step: 'start' },
    });
    run.do({ kind: 'pause', reason: 'Wait' });
    expect(run.try({ kind: 'file', step: 'unsigned', file: aFile('f1') })).not.toBeNull();
  });

  it('is left by a signal or its maximum age, whichever comes first', () => {
    const stopped = waiting();
    stopped.do({ kind: 'signal', id: 's', name: 'stop', payload: {}, keepSeconds: 60 });
    expect(stopped.here()).toMatchObject({ outcome: 'stopped' });

    const late = waiting();
    late.now = '2030-01-01T00:00:00.000000Z';
    late.do({ kind: 'timer_fired', timer: 'main:unsigned:1:maxAge' });
    expect(late.here()).toMatchObject({ outcome: 'late' });
  });

  it('in each branch takes the file for its own step', () => {
    const run = waiting(
      aDefinition({
        steps: [
          start(),
          fork('both'),
          { key: 'one', type: 'WAIT_FOR_FILE' },
          { key: 'two', type: 'WAIT_FOR_FILE' },
          join('joined', 'both'),
          end(),
        ],
        transitions: [
          go('start', 'both'),
          go('both', 'one'),
          go('both', 'two'),
          go('one', 'joined'),
          go('two', 'joined'),
          go('joined', 'done'),
        ],
      }),
    );

    run.do({ kind: 'file', step: 'two', file: aFile('f2') });
    expect(run.here()).toMatchObject({ status: 'waiting' });
    run.do({ kind: 'file', step: 'one', file: aFile('f1') });

    expect(run.here()).toMatchObject({ status: 'completed' });
    expect(run.here().context).toMatchObject({ files: { one: { id: 'f1' }, two: { id: 'f2' } } });
  });
});
