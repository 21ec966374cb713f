'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { Transition } from '@/lib/engine/definition/schema';
import { useDocument } from './store';

/** What stands on a transition: its name, else what takes it. The same function for the same definition. */
export function useTransitionWords(): (transition: Transition) => string {
  const t = useTranslations('designer.triggers');
  const { definition } = useDocument();
  return useCallback(
    ({ name, on, from, when, default: otherwise }: Transition) => {
      if (name !== undefined) return name;
      if (typeof on === 'object') {
        if ('outcome' in on) {
          const step = definition.steps.find(({ key }) => key === from);
          const outcomes = step?.type === 'USER_TASK' ? step.outcomes : [];
          return outcomes.find(({ key }) => key === on.outcome)?.name ?? on.outcome;
        }
        if ('signal' in on) return t('signalNamed', { name: on.signal });
        if ('deadline' in on)
          return on.deadline === 'maxAge' ? t('maxAge') : t('deadline', { key: on.deadline });
        return on.error === true ? t('anyError') : t('error', { code: on.error });
      }
      if (on === 'childFailed' || on === 'repair') return t(on);
      if (otherwise) return t('otherwise');
      return when ?? t('completion');
    },
    [t, definition],
  );
}
