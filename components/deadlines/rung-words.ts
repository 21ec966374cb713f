import { useFormatter, useTranslations } from 'next-intl';
import type { AtDeadline } from '@/lib/deadlines/at-deadline-schema';

/** What a rung does, in words. */
export function useRungWords(): (rung: Omit<AtDeadline, 'at'>) => string {
  const t = useTranslations('deadlines');
  const format = useFormatter();
  return ({ action, roleName, toManager, leadsTo }) => {
    if (action === 'remind') return t('rungs.remind');
    if (action === 'transition') {
      return leadsTo.length === 0
        ? t('rungs.transition')
        : t('rungs.transitionTo', { steps: format.list([...leadsTo], { type: 'disjunction' }) });
    }
    const whom = [...(toManager ? [t('manager')] : []), ...(roleName === null ? [] : [roleName])];
    return t(`rungs.${action}`, { whom: format.list(whom) });
  };
}
