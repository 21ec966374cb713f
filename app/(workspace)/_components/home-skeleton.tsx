import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';

/** The shape of home while it is read. */
export function HomeSkeleton() {
  const t = useTranslations('home');
  return (
    <div role="status" aria-label={t('loading')}>
      <div className="grid grid-cols-3 gap-3">
        {Array.from({ length: 3 }, (_, tile) => (
          <Card key={tile} className="px-4 py-3">
            <Skeleton className="h-9 w-8" />
            <Skeleton className="mt-1 h-3.5 w-20" />
          </Card>
        ))}
      </div>
      <div className="mt-5 grid gap-5 lg:grid-cols-2">
        {Array.from({ length: 2 }, (_, panel) => (
          <Card key={panel} className="divide-y divide-line">
            {Array.from({ length: 4 }, (_, row) => (
              <div key={row} className="px-4 py-3.5">
                <Skeleton className="w-56" />
                <Skeleton className="mt-2 h-3.5 w-72 max-w-full" />
              </div>
            ))}
          </Card>
        ))}
      </div>
    </div>
  );
}
