import { useTranslations } from 'next-intl';
import { Page } from '@/components/shell/page';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';

/** The shape of a form while it is read. */
export default function StartOneLoading() {
  const t = useTranslations('start');
  return (
    <Page width="reading">
      <div role="status" aria-label={t('loadingForm')}>
        <Skeleton className="w-32" />
        <Skeleton className="mt-2 h-7 w-56" />
        <Card className="mt-6 p-6">
          {Array.from({ length: 4 }, (_, position) => (
            <div key={position} className="mb-5">
              <Skeleton className="h-3.5 w-28" />
              <Skeleton className="mt-2 h-9 w-full" />
            </div>
          ))}
        </Card>
      </div>
    </Page>
  );
}
