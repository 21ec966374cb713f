import type { Definition } from '@/lib/engine/definition/schema';
import type { SettingPath } from '@/components/designer/document/settings';

/** What happens when an activity has used up its attempts. */
export type FailureWays = {
  /** Transitions that an error takes, `null` for any, in the order in which they are tried; and where they lead. */
  readonly ways: readonly { readonly code: string | null; readonly to: string }[];
  /** What happens where none is taken; null where one always is. */
  readonly otherwise: 'needs_attention' | 'compensate' | 'fail' | 'compensation' | null;
};

/** The ways of the activity at the path, by what is drawn. */
export function failureWays(definition: Definition, [list, index]: SettingPath): FailureWays {
  if (list === 'compensations') return { ways: [], otherwise: 'compensation' };
  const step = list === 'steps' ? definition.steps[Number(index)] : undefined;
  if (step?.type !== 'AUTOMATED') return { ways: [], otherwise: 'needs_attention' };
  const ways = definition.transitions
    .flatMap(({ from, to, on, when }) =>
      from === step.key && typeof on === 'object' && 'error' in on
        ? [{ code: on.error === true ? null : on.error, to, always: when === undefined }]
        : [],
    )
    .sort((left, right) => Number(left.code === null) - Number(right.code === null));
  const caught = ways.some(({ code, always }) => code === null && always);
  return {
    ways: ways.map(({ code, to }) => ({ code, to })),
    otherwise: caught ? null : (step.onFailure ?? 'needs_attention'),
  };
}
