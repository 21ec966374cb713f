import { Compass } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ListLink } from '@/components/tasks/list-link';
import { EmptyState } from '@/components/ui/empty-state';

/** A task that is not there, or not for this person; the list beside it stays. */
export default function TaskNotFound() {
  const t = useTranslations('task');
  return (
    <EmptyState
      icon={<Compass aria-hidden />}
      title={t('notFoundTitle')}
      description={t('notFoundText')}
      action={<ListLink />}
      className="h-full min-h-96 justify-center"
    />
  );
}
