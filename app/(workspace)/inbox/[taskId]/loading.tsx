import { useTranslations } from 'next-intl';
import { Skeleton } from '@/components/ui/skeleton';

/** The shape of a task while it is read. */
export default function TaskLoading() {
  const t = useTranslations('inbox');
  return (
    <div role="status" aria-label={t('loadingTask')} className="mx-auto max-w-200 px-4 pt-5 sm:px-6">
      <Skeleton className="w-60" />
      <Skeleton className="mt-2 h-7 w-4/5" />
      <Skeleton className="mt-3 w-1/2" />
      <Skeleton className="mt-6 h-11 w-full rounded-lg" />
      <div className="mt-6 grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3">
        {Array.from({ length: 6 }, (_, position) => (
          <div key={position}>
            <Skeleton className="h-3.5 w-20" />
            <Skeleton className="mt-1.5 w-32" />
          </div>
        ))}
      </div>
    </div>
  );
}
