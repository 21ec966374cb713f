import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/banner';
import { RelativeTime } from '@/components/ui/relative-time';
import type { DefinitionDetail } from '@/lib/definitions/schema';

/** Says of a retired process, or of one version, since when, by whom and why nothing starts any more. */
export function RetiredBanner({
  retired: { at, by, reason },
  version,
}: {
  retired: NonNullable<DefinitionDetail['retired']>;
  version?: number;
}) {
  const t = useTranslations('versions.retiredBanner');
  return (
    <Banner tone="caution" className="mb-5" title={version ? t('version', { version }) : t('process')}>
      {t.rich(by ? 'whyBy' : 'why', {
        when: () => <RelativeTime at={at} />,
        name: by?.name ?? '',
        reason,
      })}
    </Banner>
  );
}
