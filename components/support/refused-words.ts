import { useTranslations } from 'next-intl';
import type { Json } from '@/lib/engine/json';

/**
 * Why staff may not do something to instances, where the code of the refusal says all of it; null where only the server's words do.
 * @returns a function of the code and, with `forbidden`, of the permission that it takes
 */
export function useRefusedWords(): (code: string, permission: Json | undefined) => string | null {
  const t = useTranslations('instance.actions.refused');
  return (code, permission) => {
    if (code === 'forbidden' && typeof permission === 'string') return t('forbidden', { permission });
    return code === 'terminal' ? t('terminal') : null;
  };
}
