import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { SettingsForm } from '@/components/notifications/settings-form';
import { languageNames } from '@/components/shell/language-names';
import { Page } from '@/components/shell/page';
import { PageHeader } from '@/components/ui/page-header';
import { readSettings } from '@/lib/notifications/queries';
import { languages } from '@/lib/people/locale';
import { requireActor } from '@/lib/session/session';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('settings'))('title') };
}

/** Which messages come by mail and how, in which language, by which clock. */
export default async function NotificationSettingsPage() {
  const [actor, t] = await Promise.all([requireActor(), getTranslations('settings')]);
  return (
    <Page width="reading">
      <PageHeader title={t('title')} description={t('description')} />
      <SettingsForm
        settings={await readSettings(actor)}
        languages={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
    </Page>
  );
}
