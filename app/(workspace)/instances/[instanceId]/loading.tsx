import { useTranslations } from 'next-intl';
import { DiagramSkeleton } from '@/components/diagram/diagram-skeleton';
import { Page } from '@/components/shell/page';
import { Card } from '@/components/ui/card';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';

/** The shape of an instance's page while it is read. */
export default function InstanceLoading() {
  const t = useTranslations('instance');
  return (
    <Page width="wide">
      <Skeleton className="mb-4 h-6 w-80 max-w-full" />
      <Card className="mb-5 px-6 py-5">
        <Skeleton className="h-7 w-160 max-w-full" />
        <Skeleton className="mt-4 w-96 max-w-full" />
      </Card>
      <Card>
        <DiagramSkeleton />
      </Card>
      <Card className="mt-6">
        <SkeletonRows rows={5} label={t('loading')} />
      </Card>
    </Page>
  );
}
