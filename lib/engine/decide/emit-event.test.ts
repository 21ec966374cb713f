import { describe, expect, it } from 'vitest';
import { CoreRun } from '@/lib/testing/builders/core-run';
import { aDefinition, automated, emitEvent, end, go, start } from '@/lib/testing/builders/definition-builder';

function run(data: Record<string, string>): CoreRun {
  const core = new CoreRun(
    aDefinition({
      steps: [start(), automated('telling', [emitEvent('tell', 'refund.approved', data)]), end()],
      transitions: [go('start', 'telling'), go('telling', 'done')],
    }),
  );
  core.start({ amount: 5 });
  core.do({ kind: 'advance' });
  return core;
}

describe('EMIT_EVENT', () => {
  it('says what it was told to in the event of its completion, in the same plan as the move', () => {
    const core = run({ amount: '{{ context.amount }}', text: 'Order of {{ context.amount }}' });

    expect(core.snapshot?.status).toBe('completed');
    expect(core.history.find(({ type }) => type === 'ACTIVITY_COMPLETED')?.data).toEqual({
      output: null,
      emitted: { type: 'refund.approved', data: { amount: 5, text: 'Order of 5' } },
    });
  });

  it('needs attention when its data cannot be made', () => {
    const core = run({ amount: '{{ context.amount + "x" }}' });

    expect(core.snapshot?.status).toBe('needs_attention');
    expect(Object.values(core.snapshot!.incidents)[0]).toMatchObject({
      code: 'evaluation_failed',
      message: expect.stringContaining('refund.approved'),
    });
  });
});
