import { useTranslations } from 'next-intl';
import { builtInActivityTypes, type Activity } from '@/lib/engine/definition/activity-schema';
import type { JsonObject } from '@/lib/engine/json';
import { useDurationWords } from './duration-words';

/** The activities of a step in their order, with how often and how long each is tried. */
export function ActivityList({ activities }: { activities: readonly Activity[] }) {
  return (
    <ol className="flex flex-col gap-1">
      {activities.map((activity) => (
        <li key={activity.key}>
          <ActivityWords activity={activity} />
        </li>
      ))}
    </ol>
  );
}

function ActivityWords({ activity }: { activity: Activity }) {
  const t = useTranslations('definitions.activity');
  const duration = useDurationWords();
  const { retry, timeout, when, irreversible, compensation } = activity;
  const sentences = [
    retry ? t('retry', { count: retry.maxAttempts }) : t('once'),
    retry?.firstDelay ? t('firstDelay', { duration: duration(retry.firstDelay) }) : null,
    timeout ? t('timeout', { duration: duration(timeout) }) : null,
    irreversible ? t('irreversible') : null,
    compensation ? t('compensation', { compensation }) : null,
  ].filter((sentence) => sentence !== null);
  return (
    <>
      <p>
        <span className="font-medium text-ink">{activity.name ?? activity.key}</span>{' '}
        <span className="text-faint">·</span> <What activity={activity} />
      </p>
      <p className="text-sm">
        {when ? (
          <>
            {t('when')} <code className="font-mono text-xs text-ink">{when}</code>.{' '}
          </>
        ) : null}
        {sentences.join(' ')}
      </p>
    </>
  );
}

function What({ activity }: { activity: Activity }) {
  const t = useTranslations('instance.activities.types');
  const known = builtInActivityTypes.find((type) => type === activity.type);
  return (
    <>
      {known ? t(known) : activity.type}
      <Target activity={activity} />
    </>
  );
}

/** What the activity acts on, as the definition says it. */
function Target({ activity }: { activity: Activity }) {
  const target = targetOf(activity);
  return target === null ? null : (
    <>
      {' '}
      <code className="font-mono text-xs wrap-anywhere text-ink">{target}</code>
    </>
  );
}

/** The setting of each type that says on what it acts. */
const targets: Readonly<Record<string, string>> = {
  SET_CONTEXT: 'set',
  CALL_API: 'url',
  SEND_EMAIL: 'to',
  CALL_WEBHOOK: 'url',
  EMIT_EVENT: 'event',
  EXECUTE_FUNCTION: 'function',
  EXTERNAL: 'topic',
};

function targetOf({ type, settings }: Activity): string | null {
  const target = (settings as JsonObject)[targets[type] ?? ''];
  if (typeof target === 'string') return target;
  if (typeof target !== 'object' || target === null) return null;
  return (Array.isArray(target) ? target : Object.keys(target)).join(', ');
}
