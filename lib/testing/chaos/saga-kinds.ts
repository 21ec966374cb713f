import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Step } from '@/lib/engine/definition/step-schema';
import { aDefinition, automated, end, go, start, userTask } from '@/lib/testing/builders/definition-builder';
import type { Effects, Kind } from './kind';
import { refusing } from './partner';

/** Processes whose effects are undone, in every way, and one that a refusal stops. */
export function sagaKinds({ call }: Effects): readonly Kind[] {
  return [withdrawn(), ...sagas(), refused()];

  function withdrawn(): Kind {
    const effects = ['main:reserving:1:reserve', 'main:reserving:1:reserve~undo'];
    return {
      definition: aDefinition({
        key: 'withdrawn',
        steps: [
          start(),
          automated('reserving', [call('reserve', { compensation: 'release' })]),
          userTask('in_review'),
          { key: 'undoing', type: 'COMPENSATE' },
          end('approved'),
          end('rejected'),
          end('withdrawn'),
        ],
        transitions: [
          go('start', 'reserving'),
          go('reserving', 'in_review'),
          go('in_review', 'approved', { on: { outcome: 'approve' } }),
          go('in_review', 'rejected', { on: { outcome: 'reject' } }),
          go('in_review', 'undoing', { on: { signal: 'withdrawn' } }),
          go('undoing', 'withdrawn'),
        ],
        compensations: [call('release')],
      }),
      endings: { withdrawn: effects, cancelled: effects },
      act: (n) => (n % 2 === 0 ? { signal: 'withdrawn' } : { cancel: true }),
    };
  }

  /** One that succeeds, one that is undone, one whose undoing stops at a person. */
  function sagas(): Kind[] {
    const [reserve, charge] = ['main:reserving:1:reserve', 'main:charging:1:charge'];
    const saga = (key: string, paths: { book?: string; refund?: string }, endings: Kind['endings']): Kind => {
      const step = (name: string, activity: Activity): Step =>
        automated(name, [activity], { onFailure: 'compensate' });
      return {
        definition: aDefinition({
          key,
          steps: [
            start(),
            step('reserving', call('reserve', { compensation: 'release' })),
            step('charging', call('charge', { async: true, compensation: 'refund' })),
            step('booking', call('book', { async: true }, paths.book)),
            end(),
          ],
          transitions: [
            go('start', 'reserving'),
            go('reserving', 'charging'),
            go('charging', 'booking'),
            go('booking', 'done'),
          ],
          compensations: [call('release'), call('refund', { async: true }, paths.refund)],
        }),
        endings,
      };
    };
    const book = `${refusing}/book`;
    return [
      saga('saga', {}, { done: [reserve, charge, 'main:booking:1:book'] }),
      saga('saga-undone', { book }, { reversed: [reserve, charge, `${charge}~undo`, `${reserve}~undo`] }),
      saga(
        'saga-stopped',
        { book, refund: `${refusing}/refund` },
        { compensation_failed: [reserve, charge] },
      ),
    ];
  }

  function refused(): Kind {
    return {
      definition: aDefinition({
        key: 'refused',
        steps: [start(), automated('checking', [call('check'), call('pay', {}, `${refusing}/pay`)]), end()],
        transitions: [go('start', 'checking'), go('checking', 'done')],
      }),
      endings: { needs_attention: ['main:checking:1:check'] },
    };
  }
}
