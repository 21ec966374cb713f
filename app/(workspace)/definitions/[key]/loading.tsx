import { useTranslations } from 'next-intl';
import { DiagramSkeleton } from '@/components/diagram/diagram-skeleton';
import { Page } from '@/components/shell/page';
import { Card } from '@/components/ui/card';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';

/** The shape of a definition's page, and of a version's, while it is read. */
export default function DefinitionLoading() {
  const t = useTranslations('definitions');
  return (
    <Page width="wide">
      <Skeleton className="h-7 w-64" />
      <Skeleton className="mt-3 mb-6 w-120 max-w-full" />
      <Card>
        <DiagramSkeleton />
      </Card>
      <Card className="mt-5">
        <SkeletonRows rows={4} label={t('loading')} />
      </Card>
    </Page>
  );
}
