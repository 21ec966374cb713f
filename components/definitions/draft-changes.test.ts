import { describe, expect, it } from 'vitest';
import { aDefinition, end, go, start, userTask } from '@/lib/testing/builders/definition-builder';
import { changesOf } from './draft-changes';

describe('what a draft changes', () => {
  it('is nothing when it is the same', () => {
    expect(changesOf(aDefinition(), aDefinition())).toEqual({ steps: [], transitions: [], settings: [] });
  });

  it('names steps and transitions that came, went or differ, and the settings', () => {
    const draft = aDefinition({
      name: 'Refund',
      maxAge: undefined,
      steps: [
        start(),
        userTask('in_review', { name: 'Review', priority: 90 }),
        end('approved'),
        end('withdrawn'),
      ],
      transitions: [go('start', 'in_review'), go('in_review', 'approved', { on: { outcome: 'approve' } })],
    });

    const changes = changesOf(aDefinition(), draft);

    expect(changes.steps).toEqual([
      { kind: 'changed', key: 'in_review', name: 'Review' },
      { kind: 'added', key: 'withdrawn', name: 'withdrawn' },
      { kind: 'removed', key: 'rejected', name: 'rejected' },
    ]);
    expect(changes.transitions).toMatchObject([{ kind: 'removed' }]);
    expect(changes.settings).toEqual(['name', 'maxAge']);
  });
});
