import { useTranslations } from 'next-intl';

/** Puts words between the quotation marks of the person's language. */
export function useQuoted(): (text: string) => string {
  const t = useTranslations('ui');
  return (text) => t('quoted', { text });
}
