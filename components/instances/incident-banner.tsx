import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/banner';
import { Duration } from '@/components/ui/duration';
import type { IncidentRow, InstanceDetail } from '@/lib/instances/schema';
import { causeKey } from './cause';
import { RetryButton } from './retry-button';
import { SkipButton } from './skip-button';

/** What keeps the instance from going on, in words, with what can be done about it. Nothing where nothing does. */
export function IncidentBanner({ detail, name }: { detail: InstanceDetail; name: string }) {
  const t = useTranslations('instance.incident');
  const causes = useTranslations('instance.causes');
  const { id, incidents, executions, offered, context } = detail;
  return incidents
    .filter(({ closedAt }) => closedAt === null)
    .map((incident) => {
      const execution = executions.find(({ key }) => key === incident.key);
      const failed = execution?.status === 'failed' ? execution : undefined;
      const title = failed ? t('titleActivity', { activity: failed.activityName }) : titleOf(incident);
      const skippable = executions.filter(({ key }) => offered.skip.includes(key));
      return (
        <Banner
          key={incident.key}
          tone="danger"
          shape="attention"
          className="mb-5"
          title={title}
          actions={
            offered.retry ? (
              <>
                <RetryButton instanceId={id} name={name} context={context} />
                {skippable.map(({ key, activityName }) => (
                  <SkipButton key={key} instanceId={id} execution={key} activity={activityName} />
                ))}
              </>
            ) : null
          }
        >
          <p className="wrap-anywhere">
            {failed?.error
              ? t('afterAttempts', { count: failed.attempts.length, message: failed.error.message })
              : incident.message}
          </p>
          <p className="mt-1 text-sm text-muted">
            {t.rich('since', { age: () => <Duration from={incident.openedAt} /> })} {t('noAutomatic')}
            {offered.retry ? null : ` ${t('nobodyMay')}`}
          </p>
        </Banner>
      );
    });

  function titleOf({ code, stepName }: IncidentRow): string {
    const cause = causes(causeKey(code));
    const title = stepName === null ? t('titleAlone', { cause }) : t('title', { cause, step: stepName });
    return title.slice(0, 1).toLocaleUpperCase() + title.slice(1);
  }
}
