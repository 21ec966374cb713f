import { MousePointerClick } from 'lucide-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { EmptyState } from '@/components/ui/empty-state';
import { KeyHint } from '@/components/ui/key-hint';
import { requireActor } from '@/lib/session/session';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('inbox');
  return { title: t('title') };
}

/** The inbox with no task open: on a desk the place of the task says how to open one; a phone shows the list only. */
export default async function InboxPage() {
  await requireActor();
  const t = await getTranslations('inbox');
  return (
    <EmptyState
      icon={<MousePointerClick aria-hidden />}
      title={t('choose')}
      description={t.rich('chooseText', { key: (chunks) => <KeyHint keys={[String(chunks)]} /> })}
      className="h-full justify-center"
    />
  );
}
