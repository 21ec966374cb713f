import { useTranslations } from 'next-intl';
import { Page } from '@/components/shell/page';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';

/** The shape of the requests while they are read. */
export default function RequestsLoading() {
  const t = useTranslations('requests');
  return (
    <Page>
      <div role="status" aria-label={t('loading')}>
        <Skeleton className="h-7 w-40" />
        <Skeleton className="mt-3 w-96 max-w-full" />
        <Skeleton className="mt-6 h-9 w-60" />
        <Card className="mt-4 divide-y divide-line">
          {Array.from({ length: 5 }, (_, row) => (
            <div key={row} className="px-4 py-3.5">
              <Skeleton className="w-56" />
              <Skeleton className="mt-2 h-3.5 w-96 max-w-full" />
              <Skeleton className="mt-2 h-3.5 w-48" />
            </div>
          ))}
        </Card>
      </div>
    </Page>
  );
}
