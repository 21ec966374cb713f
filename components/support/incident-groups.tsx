import { useFormatter, useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { addressOf } from '@/components/instances/list-address';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Duration } from '@/components/ui/duration';
import { LinkButton } from '@/components/ui/link-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { SparkBars } from '@/components/ui/spark-bars';
import type { IncidentGroup } from '@/lib/support/schema';
import { GroupActions } from './group-actions';

/** Open incidents by cause, those with most instances first. */
export function IncidentGroups({ groups, repairs }: { groups: readonly IncidentGroup[]; repairs: boolean }) {
  return (
    <ul className="flex flex-col gap-3">
      {groups.map((group) => (
        <li key={group.id}>
          <Group group={group} repairs={repairs} />
        </li>
      ))}
    </ul>
  );
}

function Group({ group, repairs }: { group: IncidentGroup; repairs: boolean }) {
  const t = useTranslations('operations.incidents');
  const format = useFormatter();
  const list = addressOf({ cause: group.id, columns: 'state,age,error', sort: 'age' });
  return (
    <Card className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <h2 className="text-base font-semibold wrap-anywhere text-ink">{group.message}</h2>
          <p className="mt-0.5 text-sm text-muted">
            {t('place', { step: group.stepName ?? t('noStep'), process: group.definitionName })}{' '}
            <span className="tabular-nums">
              {t('versions', {
                versions: format.list(group.versions.map(String)),
                count: group.versions.length,
              })}
            </span>
          </p>
        </div>
        <Link href={list} className="flex items-baseline gap-1.5 sm:block sm:text-right">
          <span className="text-2xl font-semibold text-danger-ink tabular-nums sm:block">
            {format.number(group.open)}
          </span>
          <span className="text-sm text-muted underline">{t('affected', { count: group.open })}</span>
        </Link>
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
          <Fact name={t('first')}>
            <RelativeTime at={group.firstAt} />
          </Fact>
          <Fact name={t('last')}>
            <RelativeTime at={group.lastAt} />
          </Fact>
          <Fact name={t('oldest')}>
            <Duration from={group.oldestAt} />
          </Fact>
          <Fact name={t('owner')}>{group.owner?.name ?? t('nobody')}</Fact>
        </dl>
        <div className="w-32">
          <SparkBars
            className="text-danger"
            values={group.trend}
            label={t('trend', { days: group.trend.join(', ') })}
          />
        </div>
      </div>
      {group.likelyFixed || group.snoozedUntil !== null || group.note !== null ? (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          {group.likelyFixed ? (
            <Badge tone="positive">{t('likelyFixed', { count: group.recovered })}</Badge>
          ) : null}
          {group.snoozedUntil === null ? null : (
            <Badge>{t.rich('snoozed', { when: () => <RelativeTime at={group.snoozedUntil ?? ''} /> })}</Badge>
          )}
          {group.note === null ? null : <p className="whitespace-pre-line text-ink">{group.note}</p>}
        </div>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <LinkButton size="sm" href={list}>
          {t('seeInstances')}
        </LinkButton>
        {repairs ? <GroupActions group={group} /> : null}
      </div>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt>{name}</dt>
      <dd className="text-ink">{children}</dd>
    </div>
  );
}
