'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { problemsIn } from '@/components/forms/server-problems';
import { notify } from '@/components/ui/toast';
import type { Result } from '@/lib/people/refusal';

/** A change that a form or a button asks for: whether it is under way, and what is wrong with it. */
export type Change = {
  readonly busy: boolean;
  /** Of the fields, by JSON pointer into what was sent. */
  readonly problems: Readonly<Record<string, string>>;
  /** Of the whole. */
  readonly problem: string | null;
  /** Sets what is wrong before anything is sent, or with null nothing. */
  setProblems(problems: Readonly<Record<string, string>> | null): void;
  /**
   * Does it and says what came of it.
   * @param done the notice when it happened; null where the caller shows it otherwise
   * @returns the value, or null when it was refused
   */
  run<T>(work: () => Promise<Result<T>>, done: string | null): Promise<T | null>;
};

export function useChange(): Change {
  const t = useTranslations('ui');
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  return {
    busy,
    problems,
    problem,
    setProblems(next) {
      setProblems(next ?? {});
      setProblem(null);
    },
    async run(work, done) {
      setBusy(true);
      setProblems({});
      setProblem(null);
      const result = await work().catch(() => null);
      setBusy(false);
      if (result?.ok) {
        if (done !== null) notify({ tone: 'positive', title: done });
        return result.value;
      }
      const found = result ? problemsIn(result.refusal.data) : [];
      setProblems(Object.fromEntries(found.map(({ path, message }) => [path, message])));
      if (found.length === 0) setProblem(result ? result.refusal.message : t('changeUnreachable'));
      return null;
    },
  };
}
