import { useTranslations } from 'next-intl';
import { StatusMark } from '@/components/ui/status-mark';
import type { ItemRow, JobRow } from '@/lib/bulk-jobs/schema';
import { itemLooks, jobLook } from './job-look';

/** What a job does, in words. */
export function JobAction({ order }: { order: JobRow['order'] }) {
  const t = useTranslations('bulkJobs');
  switch (order.action) {
    case 'cancel':
      return t(`orders.cancel.${order.mode}`);
    case 'signal':
      return t('orders.signal', { name: order.name });
    case 'reassign':
      return order.to === null ? t('orders.giveBack') : t('orders.reassign', { to: order.to });
    case 'migrate':
      return t('orders.migrate');
    default:
      return t(`orders.${order.action}`);
  }
}

/** What a job is at: icon, word and colour. */
export function JobStatusMark({
  status,
  counts,
  look,
}: {
  status: JobRow['status'];
  /** What became of its instances, where that is known. */
  counts?: JobRow['counts'];
  look?: 'plain' | 'pill';
}) {
  const t = useTranslations('bulkJobs.statuses');
  return (
    <StatusMark {...jobLook(status, counts)} look={look}>
      {t(status)}
    </StatusMark>
  );
}

/** What became of one instance of a job. */
export function ItemResultMark({ status }: { status: ItemRow['status'] }) {
  const t = useTranslations('bulkJobs.results');
  return <StatusMark {...itemLooks[status]}>{t(status)}</StatusMark>;
}
