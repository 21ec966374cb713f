import { useTranslations } from 'next-intl';
import { StatusMark, type StatusMarkProps } from '@/components/ui/status-mark';
import type { ActivityStatus, InstanceStatus, TaskStatus } from '@/lib/engine/lifecycle';
import { activityLooks, lookOfInstance, taskLooks } from './status-look';

type Size = Pick<StatusMarkProps, 'look' | 'className'>;

/** An instance's lifecycle status: icon, word and colour. With the outcome, an unwelcome end is not green. */
export function InstanceStatusMark({
  status,
  outcome = null,
  ...size
}: { status: InstanceStatus; outcome?: string | null } & Size) {
  const t = useTranslations('instances.statuses');
  return (
    <StatusMark {...lookOfInstance({ status, outcome })} {...size}>
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
