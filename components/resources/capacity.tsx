import { useFormatter, useTranslations } from 'next-intl';
import type { ResourceRow } from '@/lib/resources/schema';

type Capacity = Pick<ResourceRow, 'atOnce' | 'perSecond'>;

/** How much of a resource there is, in words: `3 at once, 10 a second`, and what all organisations together keep to. */
export function CapacityWords({ resource }: { resource: Capacity & Pick<ResourceRow, 'shared'> }) {
  const t = useTranslations('resources');
  const format = useFormatter();
  const words = ({ atOnce, perSecond }: Capacity): string => {
    if (atOnce === 0) return t('stopped');
    const parts = [
      ...(atOnce === null ? [] : [t('some', { count: format.number(atOnce) })]),
      ...(perSecond === null ? [] : [t('rate', { rate: format.number(perSecond) })]),
    ];
    return format.list(parts, { type: 'unit' });
  };
  const own = words(resource);
  return (
    <>
      {own}
      {resource.shared ? (
        <span className={own === '' ? undefined : 'block text-muted'}>
          {t('all', { capacity: words(resource.shared), name: resource.shared.title })}
        </span>
      ) : null}
    </>
  );
}
