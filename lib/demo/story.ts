import type { InstanceStatus } from '@/lib/engine/lifecycle';
import type { JsonObject } from '@/lib/engine/json';
import type { DemoAccount } from './accounts';

/** One request of the demo: who starts it, what people do with it, and where it has to be then. */
export type Story = {
  readonly definition: string;
  readonly by: DemoAccount;
  /** Id of what it is about: an order, a claim, a supplier. */
  readonly subject: string;
  readonly input: JsonObject;
  readonly moves: readonly Move[];
  /** Key of the step in which it stands at the end, and how. */
  readonly state: string;
  readonly status: InstanceStatus;
};

/** What a person does; each waits until the request has come to where it can be done. */
export type Move =
  | {
      readonly kind: 'decide';
      readonly step: string;
      readonly by: DemoAccount;
      readonly outcome: string;
      readonly reason?: string;
      readonly form?: JsonObject;
    }
  | { readonly kind: 'claim'; readonly step: string; readonly by: DemoAccount }
  | { readonly kind: 'cancel'; readonly step: string; readonly by: DemoAccount; readonly reason: string };

/** A decision of a person on the open task of a step. */
export function decides(
  by: DemoAccount,
  step: string,
  outcome: string,
  reason?: string,
  form?: JsonObject,
): Move {
  return {
    kind: 'decide',
    step,
    by,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(form === undefined ? {} : { form }),
  };
}

/** A person takes the open task of a step and has not decided yet. */
export function claims(by: DemoAccount, step: string): Move {
  return { kind: 'claim', step, by };
}

/** Support ends the request while it stands in a step. */
export function cancels(by: DemoAccount, step: string, reason: string): Move {
  return { kind: 'cancel', step, by, reason };
}
