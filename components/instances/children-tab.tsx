import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { StatusMark } from '@/components/ui/status-mark';
import { TextLink } from '@/components/ui/text-link';
import type { ChildRow } from '@/lib/instances/relatives-schema';
import { InstanceStatusMark } from './instance-status';
import { childLooks } from './status-look';

/** Every instance that a step has started as a part of this one, the newest first, with where it is. */
export function ChildrenTab({ rows, step }: { rows: readonly ChildRow[]; step?: string | undefined }) {
  const t = useTranslations('instance.children');
  const shown = rows.filter((child) => step === undefined || child.step === step).reverse();
  return (
    <Card>
      {shown.length === 0 ? <p className="px-4 py-6 text-base text-muted">{t('emptyStep')}</p> : null}
      <ul className="divide-y divide-line">
        {shown.map((child) => (
          <li key={child.key} className="px-4 py-3.5">
            <Child child={child} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Child({ child }: { child: ChildRow }) {
  const t = useTranslations('instance.children');
  const { instance, attempt, visit, status, error } = child;
  const name = t('name', {
    definition: instance?.definition.name ?? child.definition,
    subject: child.subject,
  });
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {instance ? (
          <TextLink href={`/instances/${instance.id}`} className="min-w-0 text-base">
            {name}
          </TextLink>
        ) : (
          <span className="min-w-0 text-base text-ink">{name}</span>
        )}
        {instance ? (
          <InstanceStatusMark status={instance.status} outcome={instance.outcome} />
        ) : (
          <StatusMark {...childLooks[status]}>{t(`statuses.${status}`)}</StatusMark>
        )}
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-muted">
        <span>
          {child.stepName}
          {visit > 1 ? `, ${t('visit', { visit })}` : null}
          {attempt > 1 ? `, ${t('attempt', { attempt })}` : null}
        </span>
        {instance?.stateName && instance.closedAt === null ? (
          <span>{t('in', { state: instance.stateName })}</span>
        ) : null}
        <span>{t.rich('asked', { when: () => <RelativeTime at={child.createdAt} /> })}</span>
      </p>
      {error ? <p className="mt-1 text-sm wrap-anywhere text-danger">{error.message}</p> : null}
    </>
  );
}
