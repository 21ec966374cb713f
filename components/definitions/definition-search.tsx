'use client';

import { useTranslations } from 'next-intl';
import { ListSearch } from '@/components/shell/list-search';

/** Narrows the list of definitions by name or key. */
export function DefinitionSearch({ q }: { q: string }) {
  const t = useTranslations('definitions');
  return <ListSearch q={q} path="/definitions" label={t('search')} placeholder={t('placeholder')} />;
}
