import { UserRoundCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { TaskDetail } from '@/lib/tasks/schema';

/** Says whom the reader stands in for when they decide, or who gave them the task, before they do. */
export function RightNote({ task, personId }: { task: TaskDetail; personId: string }) {
  const t = useTranslations('authority');
  const { mayDecide, delegatedBy, assignee } = task;
  const deputy = mayDecide.ok && mayDecide.right.by === 'deputy' ? mayDecide.right : null;
  // Also to somebody who may decide it anyway: a colleague counts on them for this one.
  const given = assignee?.id === personId ? delegatedBy : null;
  if (!deputy && !given) return null;
  return (
    <p className="mt-2 flex items-start gap-2 text-sm font-medium text-accent-ink">
      <UserRoundCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {deputy ? t('onBehalf', { name: deputy.onBehalfOf.name }) : null}{' '}
        {given ? t('delegated', { name: given.name }) : null}
      </span>
    </p>
  );
}
