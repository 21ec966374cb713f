import { useTranslations } from 'next-intl';
import { lookOfInstance } from '@/components/instances/status-look';
import { StatusMark, type StatusMarkProps } from '@/components/ui/status-mark';
import type { InstanceStatus } from '@/lib/engine/lifecycle';

/** The status of a request in the words of the one who asked: what goes on inside is nobody's news. */
export function RequestStatusMark({
  status,
  outcome = null,
  ...size
}: { status: InstanceStatus; outcome?: string | null } & Pick<StatusMarkProps, 'look' | 'className'>) {
  const t = useTranslations('requests.statuses');
  return (
    <StatusMark {...lookOfInstance({ status, outcome })} {...size}>
      {t(status)}
    </StatusMark>
  );
}
