import { UserRoundCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { TaskDetail } from '@/lib/tasks/schema';

/** Says whom the reader stands in for when they decide, or who gave them the task, before they do. */
export function RightNote({ mayDecide }: { mayDecide: TaskDetail['mayDecide'] }) {
  const t = useTranslations('authority');
  if (!mayDecide.ok) return null;
  const { right } = mayDecide;
  if (right.by !== 'deputy' && right.by !== 'delegation') return null;
  return (
    <p className="mt-2 flex items-start gap-2 text-sm font-medium text-accent-ink">
      <UserRoundCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
      {right.by === 'deputy'
        ? t('onBehalf', { name: right.onBehalfOf.name })
        : t('delegated', { name: right.from.name })}
    </p>
  );
}
