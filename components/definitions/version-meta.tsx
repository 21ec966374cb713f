import { useTranslations } from 'next-intl';
import { CopyButton } from '@/components/ui/copy-button';
import { RelativeTime } from '@/components/ui/relative-time';
import type { VersionDetail } from '@/lib/definitions/schema';
import { shortHash } from './short-hash';

/** Who published a version and when, how much runs on it, and its hash. */
export function VersionMeta({ version }: { version: VersionDetail }) {
  const t = useTranslations('definitions');
  const when = () => <RelativeTime at={version.publishedAt} />;
  return (
    <>
      <span>
        {version.publishedBy
          ? t.rich('publishedBy', { when, name: version.publishedBy.name })
          : t.rich('publishedLine', { when })}
      </span>
      <span>{t('live', { count: version.liveInstances })}</span>
      <span className="-my-1 flex items-center gap-1">
        {t('hash')}{' '}
        <code title={version.contentHash} className="font-mono">
          {shortHash(version.contentHash)}
        </code>
        <CopyButton value={version.contentHash} label={t('copyHash')} />
      </span>
    </>
  );
}
