import { useTranslations } from 'next-intl';
import { Skeleton } from '@/components/ui/skeleton';

/** The shape of the inbox while its list is read. */
export function InboxSkeleton() {
  const t = useTranslations('inbox');
  return (
    <div role="status" aria-label={t('loading')} className="lg:flex lg:h-[calc(100dvh-3.5rem)]">
      <div className="w-46 shrink-0 border-r border-line px-2.5 py-4 max-xl:hidden">
        {Array.from({ length: 3 }, (_, row) => (
          <Skeleton key={row} className="mx-2 mb-5 w-28" />
        ))}
      </div>
      <div className="bg-surface lg:w-90 lg:shrink-0 lg:border-r lg:border-line xl:w-96">
        <div className="flex gap-2 border-b border-line p-3">
          <Skeleton className="h-9 flex-1" />
          <Skeleton className="h-9 w-34" />
        </div>
        {Array.from({ length: 7 }, (_, row) => (
          <div key={row} className="border-b border-line px-4 py-3">
            <Skeleton className={row % 2 === 0 ? 'w-4/5' : 'w-3/5'} />
            <Skeleton className="mt-2 h-3.5 w-1/2" />
            <Skeleton className="mt-2 h-3.5 w-2/3" />
          </div>
        ))}
      </div>
      <div className="flex-1 bg-surface max-lg:hidden" />
    </div>
  );
}
