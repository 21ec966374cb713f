import type { InstanceDetail } from '@/lib/instances/schema';

type Ledger = InstanceDetail['ledger'];

/** What a compensation would undo, in the order in which it would, and what would stay as it is, in the order it was done. */
export function undoOrder(ledger: Ledger): { readonly undone: Ledger; readonly stays: Ledger } {
  const open = ledger.filter(({ state }) => state === 'to_undo' || state === 'undoing' || state === 'failed');
  return {
    undone: [...open].sort((left, right) => right.order - left.order),
    stays: ledger.filter(({ state }) => state === 'irreversible' || state === 'none'),
  };
}
