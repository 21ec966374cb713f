import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/banner';
import type { ErasurePreview, Reach } from '@/lib/support/erasure-schema';
import { RelativeLink } from './relative-link';

/** Tables that have a name for people. */
const namedPlaces = [
  'events',
  'tasks',
  'comments',
  'notifications',
  'search_terms',
  'activity_executions',
  'activity_attempts',
  'activity_results',
  'children',
  'signals',
  'incidents',
  'files',
  'file_contents',
] as const;

/** What an erasure would remove, where it goes on, and what it does not reach. A refusal is shown in its own words. */
export function ErasePreview({ found }: { found: ErasurePreview | string }) {
  const t = useTranslations('erasure');
  if (typeof found === 'string')
    return (
      <p role="alert" className="text-sm text-danger-ink">
        {found}
      </p>
    );
  const places = Object.entries(found.places);
  const byName = found.fields.flatMap((field) => field.byName);
  return (
    <section aria-live="polite" className="flex flex-col gap-2 rounded-md bg-sunken p-3 text-sm text-ink">
      {places.length === 0 ? (
        <p>{t('nothing')}</p>
      ) : (
        <ul className="list-disc pl-4">
          {places.map(([place, count]) => (
            <li key={place}>
              {t('removed', {
                count,
                places: isNamed(place) ? t(`places.${place}`) : place.replaceAll('_', ' '),
              })}
            </li>
          ))}
        </ul>
      )}
      {byName.length > 0 ? <p className="text-muted">{t('byName', { values: byName.join(', ') })}</p> : null}
      {found.undoable ? <Banner tone="caution" title={t('failed')} /> : null}
      {found.relatives.length > 0 ? (
        <>
          <p className="font-medium">{t('relatives')}</p>
          <ul className="flex flex-col gap-1">
            {found.relatives.map((reach) => (
              <Relative key={reach.instance.id} reach={reach} />
            ))}
          </ul>
        </>
      ) : null}
      <p className="font-medium">{t('stays')}</p>
      <ul className="list-disc pl-4 text-muted">
        {found.filesKept > 0 ? <li>{t('files', { count: found.filesKept })}</li> : null}
        {found.hidden > 0 ? <li>{t('hidden', { count: found.hidden })}</li> : null}
        {found.elsewhere > 0 ? <li>{t('elsewhere', { count: found.elsewhere })}</li> : null}
        <li>{t('outside')}</li>
        <li>{t('acted')}</li>
      </ul>
    </section>
  );
}

function Relative({ reach: { instance, state, places, message } }: { reach: Reach }) {
  const t = useTranslations('erasure');
  const rows = Object.values(places).reduce((sum, count) => sum + count, 0);
  return (
    <li>
      <RelativeLink instance={instance} />{' '}
      <span className="text-muted">
        {state === 'erased' ? t('reach.erased', { count: rows }) : t(`reach.${state}`)} {message}
      </span>
    </li>
  );
}

function isNamed(place: string): place is (typeof namedPlaces)[number] {
  return namedPlaces.some((one) => one === place);
}
