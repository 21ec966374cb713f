import { useTranslations } from 'next-intl';
import { Page } from '@/components/shell/page';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';

/** The shape of the catalogue while it is read. */
export default function StartLoading() {
  const t = useTranslations('start');
  return (
    <Page>
      <div role="status" aria-label={t('loading')}>
        <Skeleton className="h-7 w-48" />
        <Skeleton className="mt-3 w-96 max-w-full" />
        <div className="mt-6 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {Array.from({ length: 6 }, (_, position) => (
            <Card key={position} className="p-4">
              <Skeleton className="w-1/2" />
              <Skeleton className="mt-3 h-3.5 w-full" />
              <Skeleton className="mt-2 h-3.5 w-4/5" />
            </Card>
          ))}
        </div>
      </div>
    </Page>
  );
}
