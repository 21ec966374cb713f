import { useTranslations } from 'next-intl';
import { StatusMark, type StatusMarkProps } from '@/components/ui/status-mark';
import type { ActivityStatus, InstanceStatus, TaskStatus } from '@/lib/engine/lifecycle';
import { activityLooks, instanceLooks, taskLooks } from './status-look';

type Size = Pick<StatusMarkProps, 'look' | 'className'>;

/** An instance's lifecycle status: icon, word and colour. */
export function InstanceStatusMark({ status, ...size }: { status: InstanceStatus } & Size) {
  const t = useTranslations('instances.statuses');
  return (
    <StatusMark {...instanceLooks[status]} {...size}>
      {t(status)}
    </StatusMark>
  );
}

/** The status of an activity execution. */
export function ActivityStatusMark({ status, ...size }: { status: ActivityStatus } & Size) {
  const t = useTranslations('instances.activityStatuses');
  return (
    <StatusMark {...activityLooks[status]} {...size}>
      {t(status)}
    </StatusMark>
  );
}

/** The status of a task. */
export function TaskStatusMark({ status, ...size }: { status: TaskStatus } & Size) {
  const t = useTranslations('instances.taskStatuses');
  return (
    <StatusMark {...taskLooks[status]} {...size}>
      {t(status)}
    </StatusMark>
  );
}
