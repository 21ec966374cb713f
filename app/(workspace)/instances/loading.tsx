import { useTranslations } from 'next-intl';
import { Page } from '@/components/shell/page';
import { Card } from '@/components/ui/card';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';

/** The shape of the list while it is read. */
export default function InstancesLoading() {
  const t = useTranslations('instances');
  return (
    <Page width="wide">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="mt-3 w-120 max-w-full" />
      <div className="mt-6 flex gap-2">
        <Skeleton className="h-9 w-96 max-w-full" />
        <Skeleton className="h-9 w-48 max-sm:hidden" />
      </div>
      <Skeleton className="mt-4 h-9 w-full" />
      <Card className="mt-4">
        <SkeletonRows rows={10} label={t('loading')} />
      </Card>
    </Page>
  );
}
