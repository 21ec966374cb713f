import { UserRoundCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { TaskDetail } from '@/lib/tasks/schema';

/** Says whom the reader stands in for when they decide, before they do. */
export function RightNote({ mayDecide }: { mayDecide: TaskDetail['mayDecide'] }) {
  const t = useTranslations('authority');
  if (!mayDecide.ok || mayDecide.right.by !== 'deputy') return null;
  return (
    <p className="mt-2 flex items-start gap-2 text-sm font-medium text-accent-ink">
      <UserRoundCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
      {t('onBehalf', { name: mayDecide.right.onBehalfOf.name })}
    </p>
  );
}
