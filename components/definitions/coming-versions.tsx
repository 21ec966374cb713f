'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/banner';
import { TextLink } from '@/components/ui/text-link';
import type { VersionRow } from '@/lib/definitions/schema';

/** The versions that are to become active, the next one first; nothing where there is none. */
export function ComingVersions({
  definitionKey,
  versions,
}: {
  definitionKey: string;
  versions: readonly VersionRow[];
}) {
  const t = useTranslations('versions');
  const format = useFormatter();
  return versions
    .flatMap(({ version, scheduledFor }) => (scheduledFor ? [{ version, at: new Date(scheduledFor) }] : []))
    .sort((one, other) => Number(one.at) - Number(other.at))
    .map(({ version, at }) => (
      <Banner
        key={version}
        className="mb-5"
        title={t('coming', {
          version,
          instant: format.dateTime(at, { dateStyle: 'full', timeStyle: 'short' }),
        })}
        actions={
          <TextLink href={`/definitions/${definitionKey}/versions/${version}`}>{t('decide')}</TextLink>
        }
      >
        {t('comingText')}
      </Banner>
    ));
}
