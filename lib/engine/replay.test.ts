import { describe, expect, it } from 'vitest';
import { apply, emptySnapshot } from './apply';
import { replay, withoutClosed } from './replay';
import type { HistoryEvent } from './event';
import type { Snapshot } from './snapshot';
import { aDefinition, end, go, start, userTask } from '@/lib/testing/builders/definition-builder';
import { CoreRun, ann } from '@/lib/testing/builders/core-run';

function looped(rounds: number): CoreRun {
  const run = new CoreRun(
    aDefinition({
      steps: [start(), userTask('in_review'), end('approved')],
      transitions: [
        go('start', 'in_review'),
        go('in_review', 'approved', { on: { outcome: 'approve' } }),
        go('in_review', 'in_review', { on: { outcome: 'reject' } }),
      ],
    }),
  );
  run.begin({ amount: 20 });
  for (let round = 0; round < rounds; round += 1) {
    run.later(1);
    run.decideTask('in_review', 'reject', ann);
  }
  return run;
}

describe('replaying', () => {
  it('a long history equals folding it event by event, with all that ever closed', () => {
    const { history } = looped(200);

    const folded = history.reduce<Snapshot>(apply, emptySnapshot());

    expect(replay(history)).toEqual(folded);
    expect(Object.keys(folded.tasks)).toHaveLength(201);
  });

  it(
    'a loop of thousands of rounds does not make the stored snapshot grow (fault B44)',
    { timeout: 60_000 },
    () => {
      const run = looped(3_000);

      expect(withoutClosed(replay(run.history))).toEqual(run.snapshot);
      expect(JSON.stringify(run.snapshot).length).toBeLessThan(5_000);
    },
  );

  it('a gap in the history is found', () => {
    const { history } = looped(2);

    expect(() => replay(history.filter(({ sequence }) => sequence !== 5))).toThrow(
      'event 6 where event 5 should be',
    );
  });

  it('an event that does not follow from the one before is found', () => {
    const { history } = looped(2);
    const forged = history.map((event): HistoryEvent =>
      event.type === 'WORKFLOW_WAITING' ? { ...event, from: 'paused' } : event,
    );

    expect(() => replay(forged)).toThrow('WORKFLOW_WAITING');
  });
});

describe('applying', () => {
  const { snapshot, history } = looped(0);
  const now = snapshot as Snapshot;
  const event = { branch: 'main', key: null, occurredAt: '2026-03-02T10:00:00.000000Z', data: {} } as const;

  it('refuses a move that no closed list has', () => {
    const completed = {
      ...event,
      type: 'WORKFLOW_COMPLETED',
      subject: 'status',
      from: 'waiting',
      to: 'completed',
    } as const;

    expect(() => apply(now, completed)).toThrow('no closed list has that move');
  });

  it('refuses to leave a stay that is not open', () => {
    const exited = {
      ...event,
      type: 'STEP_EXITED',
      subject: 'step',
      key: 'main:start:1',
      from: null,
      to: null,
    } as const;

    expect(() => apply(now, exited)).toThrow('not open');
  });

  it('moves the state of a branch without touching that of the instance', () => {
    const branch = {
      key: 'legal',
      parent: 'main',
      fork: 'split',
      state: 'checking',
      status: 'open',
    } as const;
    const forked: Snapshot = { ...now, branches: { legal: branch } };
    const moved = {
      ...event,
      type: 'TRANSITION_TAKEN',
      subject: 'state',
      branch: 'legal',
      key: 't',
      from: 'checking',
      to: 'checked',
    } as const;

    const after = apply(forked, moved);

    expect(after.branches.legal?.state).toBe('checked');
    expect(after.state).toBe(now.state);
  });

  it('changes nothing of what it was given', () => {
    const before = structuredClone(now);

    for (const one of history.slice(0, 1)) apply(emptySnapshot(), one);
    apply(now, { ...event, type: 'WORKFLOW_PAUSED', subject: 'status', from: 'waiting', to: 'paused' });

    expect(now).toEqual(before);
  });
});
