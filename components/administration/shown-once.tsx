import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/banner';
import { CopyButton } from '@/components/ui/copy-button';

/** A secret that was made just now and cannot be read again. */
export function ShownOnce({ title, secret }: { title: string; secret: string }) {
  const t = useTranslations('administration');
  return (
    <Banner tone="caution" title={title} live>
      <p>{t('shownOnce')}</p>
      <p className="mt-2 flex items-center gap-1 rounded-md border border-line bg-surface py-1 pr-1 pl-2.5">
        <code className="min-w-0 flex-1 font-mono text-sm break-all">{secret}</code>
        <CopyButton value={secret} label={t('copySecret')} />
      </p>
    </Banner>
  );
}
