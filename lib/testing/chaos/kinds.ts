import type { Rung } from '@/lib/engine/definition/step-schema';
import {
  aDefinition,
  automated,
  decision,
  emitEvent,
  end,
  fork,
  go,
  join,
  setContext,
  start,
  userTask,
  waitForSignal,
  waitForTimer,
} from '@/lib/testing/builders/definition-builder';
import { childKinds } from './child-kinds';
import { type Kind, effectsAt } from './kind';
import { sagaKinds } from './saga-kinds';

const late: Rung = { key: 'late', at: 'PT0S', action: 'transition' };
const due = { in: 'PT4S', ladder: [late] };

/** Processes of every construct that is executed. @param url of a path at the partner */
export function kindsAt(url: (path: string) => string): readonly Kind[] {
  const effects = effectsAt(url);
  const { call, deliver } = effects;
  return [
    parallel(),
    firstOfTwo(),
    reviewed(),
    timed(),
    signalled(),
    early(),
    ...sagaKinds(effects),
    ...childKinds(effects),
  ];

  /** What needs a place: sync, async and elsewhere, which share a few. */
  function parallel(): Kind {
    const resource = 'bank';
    const branch = (step: string) => `main/checks.1/checks-${step}:${step}:1`;
    return {
      definition: aDefinition({
        key: 'parallel',
        steps: [
          start(),
          fork('checks'),
          automated('paying', [call('pay', { async: true, resource }), call('book', { resource })]),
          waitForSignal('waiting'),
          automated('packing', [deliver('pack', { resource })]),
          waitForTimer('resting', { duration: 'PT1S' }),
          join('checked', 'checks'),
          automated('closing', [emitEvent('say', 'chaos.closing'), call('close')]),
          end(),
        ],
        transitions: [
          go('start', 'checks'),
          go('checks', 'paying', { activities: [call('reserve', { resource })] }),
          ...['waiting', 'packing', 'resting'].map((step) => go('checks', step)),
          ...['paying', 'waiting', 'packing', 'resting'].map((step) => go(step, 'checked')),
          go('checked', 'closing'),
          go('closing', 'done'),
        ],
      }),
      endings: {
        done: [
          'main/checks.1/checks-paying:checks:1:reserve',
          `${branch('paying')}:pay`,
          `${branch('paying')}:book`,
          `${branch('packing')}:pack`,
          'main:closing:1:close',
        ],
      },
      act: () => ({ signal: 'paid' }),
    };
  }

  function firstOfTwo(): Kind {
    return {
      definition: aDefinition({
        key: 'first-of-two',
        steps: [
          start(),
          fork('race'),
          automated('packing', [deliver('pack')]),
          waitForTimer('resting', { duration: 'PT0.3S' }),
          join('first', 'race', 'any'),
          automated('closing', [call('close')]),
          end(),
        ],
        transitions: [
          go('start', 'race'),
          ...['packing', 'resting'].flatMap((step) => [go('race', step), go(step, 'first')]),
          go('first', 'closing'),
          go('closing', 'done'),
        ],
      }),
      endings: { done: ['main:closing:1:close'] },
      maybe: ['main/race.1/race-packing:packing:1:pack'],
    };
  }

  function reviewed(): Kind {
    return {
      definition: aDefinition({
        key: 'reviewed',
        steps: [
          start(),
          automated('checking', [call('check')]),
          userTask('in_review', { due }),
          automated('paying', [setContext('mark', { paid: 'true' }), call('pay')]),
          automated('escalating', [deliver('escalate')]),
          end('approved'),
          end('rejected'),
          end('late'),
        ],
        transitions: [
          go('start', 'checking'),
          go('checking', 'in_review'),
          go('in_review', 'paying', { on: { outcome: 'approve' } }),
          go('in_review', 'rejected', { on: { outcome: 'reject' } }),
          go('in_review', 'escalating', { on: { deadline: 'late' } }),
          go('paying', 'approved'),
          go('escalating', 'late'),
        ],
      }),
      endings: {
        approved: ['main:checking:1:check', 'main:paying:1:pay'],
        late: ['main:checking:1:check', 'main:escalating:1:escalate'],
      },
      act: (n) => (n % 2 === 0 ? { decide: 'approve' } : null),
    };
  }

  function timed(): Kind {
    return {
      definition: aDefinition({
        key: 'timed',
        input: { type: 'object', properties: { amount: { type: 'number' }, rounds: { type: 'integer' } } },
        steps: [
          start(),
          waitForTimer('resting', { duration: 'PT1S' }),
          automated('asking', [
            setContext('count', { rounds: 'context.rounds == null ? 1 : context.rounds + 1' }),
            call('ask', { async: true }),
            deliver('tell'),
          ]),
          decision('enough'),
          end(),
        ],
        transitions: [
          go('start', 'resting'),
          go('resting', 'asking'),
          go('asking', 'enough'),
          go('enough', 'done', { when: 'context.rounds >= 2', priority: 1 }),
          go('enough', 'resting', { default: true }),
        ],
      }),
      endings: {
        done: [1, 2].flatMap((round) => [`main:asking:${round}:ask`, `main:asking:${round}:tell`]),
      },
    };
  }

  function signalled(): Kind {
    return {
      definition: aDefinition({
        key: 'signalled',
        steps: [
          start(),
          waitForSignal('waiting', { due }),
          automated('shipping', [call('ship')]),
          automated('dunning', [call('dun', { async: true })]),
          end('shipped'),
          end('dunned'),
        ],
        transitions: [
          go('start', 'waiting'),
          go('waiting', 'shipping'),
          go('waiting', 'dunning', { on: { deadline: 'late' } }),
          go('shipping', 'shipped'),
          go('dunning', 'dunned'),
        ],
      }),
      endings: { shipped: ['main:shipping:1:ship'], dunned: ['main:dunning:1:dun'] },
      act: (n) => (n % 2 === 0 ? { signal: 'paid' } : null),
    };
  }

  function early(): Kind {
    return {
      definition: aDefinition({
        key: 'early',
        steps: [
          start(),
          automated('preparing', [call('prepare', { async: true })]),
          waitForSignal('waiting'),
          automated('shipping', [call('ship')]),
          end(),
        ],
        transitions: [
          go('start', 'preparing'),
          go('preparing', 'waiting'),
          go('waiting', 'shipping'),
          go('shipping', 'done'),
        ],
      }),
      endings: { done: ['main:preparing:1:prepare', 'main:shipping:1:ship'] },
      act: () => ({ signal: 'paid' }),
      early: true,
    };
  }
}
