import { useTranslations } from 'next-intl';
import { Page } from '@/components/shell/page';
import { Card } from '@/components/ui/card';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';

/** The shape of the list while it is read. */
export default function DefinitionsLoading() {
  const t = useTranslations('definitions');
  return (
    <Page>
      <Skeleton className="h-7 w-40" />
      <Skeleton className="mt-3 w-120 max-w-full" />
      <Skeleton className="mt-6 h-9 w-96 max-w-full" />
      <Card className="mt-4">
        <SkeletonRows rows={5} label={t('loading')} />
      </Card>
    </Page>
  );
}
