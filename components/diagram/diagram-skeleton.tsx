import { useTranslations } from 'next-intl';
import { Skeleton } from '@/components/ui/skeleton';

/** Holds the place while the drawing is computed. */
export function DiagramSkeleton() {
  const t = useTranslations('diagram');
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className="flex h-56 items-center justify-center gap-10 px-6"
    >
      <Skeleton className="h-11 w-36 rounded-full" />
      <Skeleton className="h-15 w-48 rounded-lg" />
      <Skeleton className="h-11 w-36 rounded-full max-sm:hidden" />
    </div>
  );
}
