import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { StartForm } from '@/components/forms/start-form';
import { Page } from '@/components/shell/page';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { getStartable } from '@/lib/definitions/queries';
import { requireActor } from '@/lib/session/session';

type Props = { params: Promise<{ key: string }> };

const loadStartable = cache(async (key: string) => {
  const found = await getStartable(await requireActor(), key);
  if (!found.ok) notFound();
  return found.value;
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await loadStartable((await params).key);
  return { title: name };
}

/** The form of one process. */
export default async function StartOnePage({ params }: Props) {
  const [actor, { key }, t] = await Promise.all([requireActor(), params, getTranslations('start')]);
  const startable = await loadStartable(key);
  return (
    <Page width="reading">
      <PageHeader
        trail={[{ href: '/start', label: t('title') }]}
        title={startable.name}
        description={startable.description}
      />
      <Card className="p-4 sm:p-6">
        <StartForm key={`${key}:${startable.version}`} startable={startable} personId={actor.personId} />
      </Card>
    </Page>
  );
}
