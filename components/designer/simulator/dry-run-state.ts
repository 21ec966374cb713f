import { useState } from 'react';
import { dryRunAction } from '@/lib/dry-run/actions';
import type { DryRun, DryRunOrder } from '@/lib/dry-run/schema';

/** A dry run on the server: what was asked, what came, and why not. */
export type DryRunState = {
  readonly run: DryRun | null;
  readonly order: DryRunOrder;
  readonly busy: boolean;
  /** Why there is none: the server's words, or 'unreachable'. */
  readonly problem: string | null;
  readonly ask: (order: DryRunOrder) => Promise<void>;
  readonly close: () => void;
};

/** Asks the server what an instance of the saved draft would do; what came before stays until the answer is there. */
export function useDryRun(definitionKey: string): DryRunState {
  const [run, setRun] = useState<DryRun | null>(null);
  const [order, setOrder] = useState<DryRunOrder>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    run,
    order,
    busy,
    problem,
    async ask(next) {
      setOrder(next);
      setBusy(true);
      const result = await dryRunAction(definitionKey, next).catch(() => null);
      setBusy(false);
      setProblem(result?.ok ? null : (result?.refusal.message ?? 'unreachable'));
      if (result?.ok) setRun(result.value);
    },
    close: () => {
      setRun(null);
      setProblem(null);
    },
  };
}
