import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { CapacityWords } from '@/components/resources/capacity';
import { RequestsTable } from '@/components/resources/requests-table';
import { ResourceDialog } from '@/components/resources/resource-dialog';
import { Page } from '@/components/shell/page';
import { PageHeader } from '@/components/ui/page-header';
import { ExactTime } from '@/components/ui/relative-time';
import { getResource, listSharedResources } from '@/lib/resources/queries';
import { requireActor } from '@/lib/session/session';

type Props = { params: Promise<{ key: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await getResource(await requireActor(), (await params).key);
  return { title: found.ok ? found.value.title : undefined };
}

/** One resource: its capacity, what runs at it and who waits in line. */
export default async function ResourcePage({ params }: Props) {
  const [actor, { key }, t] = await Promise.all([requireActor(), params, getTranslations('resources')]);
  const [found, shared] = await Promise.all([getResource(actor, key), listSharedResources(actor)]);
  if (!found.ok || !shared.ok) notFound();
  const resource = found.value;
  const waits = ({ state }: (typeof resource.requests)[number]) => state === 'waiting' || state === 'unasked';
  const sections = [
    { label: t('now'), none: t('nobodyRuns'), rows: resource.requests.filter((one) => !waits(one)) },
    { label: t('inLine'), none: t('lineEmpty'), rows: resource.requests.filter(waits) },
  ];
  return (
    <Page>
      <PageHeader
        title={resource.title}
        description={<CapacityWords resource={resource} />}
        actions={<ResourceDialog resource={resource} shared={shared.value} />}
      />
      <div className="flex flex-col gap-8">
        {sections.map(({ label, none, rows }) => (
          <section key={label} aria-label={label}>
            <h2 className="mb-2 text-md font-semibold">{label}</h2>
            {rows.length === 0 ? (
              <p className="text-base text-muted">{none}</p>
            ) : (
              <RequestsTable label={label} rows={rows} />
            )}
          </section>
        ))}
        <p className="text-sm text-muted">
          {t('changed', { by: resource.changedBy })} <ExactTime at={resource.changedAt} />
        </p>
      </div>
    </Page>
  );
}
