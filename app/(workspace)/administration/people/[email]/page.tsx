import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { AbsenceList } from '@/components/absence/absence-list';
import { LeaverPanel } from '@/components/administration/leaver-panel';
import { PersonState } from '@/components/administration/people-table';
import { PersonActions } from '@/components/administration/person-actions';
import { PersonForm } from '@/components/administration/person-form';
import { languageNames } from '@/components/shell/language-names';
import { Page } from '@/components/shell/page';
import { Panel } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { listAbsences } from '@/lib/absence/queries';
import { decodedParameter } from '@/lib/http/parameter';
import { languages, localeIn } from '@/lib/people/locale';
import { getPerson, listRoles } from '@/lib/people/queries';
import { requireActor } from '@/lib/session/session';
import { previewLeaver } from '@/lib/tasks/leaver';

type Props = { params: Promise<{ email: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: decodedParameter((await params).email) };
}

/** One person: what they are, what they may, when they are away. */
export default async function PersonPage({ params }: Props) {
  const [actor, { email }, t] = await Promise.all([
    requireActor(),
    params,
    getTranslations('administration.person'),
  ]);
  const address = decodedParameter(email);
  const [person, roles, absences, leaver] = await Promise.all([
    getPerson(actor, address),
    listRoles(actor),
    listAbsences(actor, { view: 'all', person: address, past: true }),
    previewLeaver(actor, address),
  ]);
  if (!person.ok || !leaver.ok) notFound();
  const { name, active, createdAt } = person.value;
  const away = absences.ok ? absences.value.items : [];
  return (
    <Page>
      <PageHeader
        trail={[{ href: '/administration/people', label: t('people') }]}
        title={name}
        mark={<PersonState active={active} />}
        description={person.value.email}
        meta={<span>{t.rich('since', { when: () => <RelativeTime at={createdAt} /> })}</span>}
        actions={<PersonActions person={person.value} openTasks={leaver.value.tasks.length} />}
      />
      <Panel title={t('details')}>
        <PersonForm
          key={JSON.stringify(person.value)}
          person={person.value}
          roles={roles.ok ? roles.value : []}
          languages={languages.map((one) => ({
            value: localeIn(one, person.value.locale),
            label: languageNames[one],
          }))}
        />
      </Panel>
      <Panel title={t('leaver')} description={t('leaverText')} className="mt-5">
        <LeaverPanel person={person.value} leaver={leaver.value} />
      </Panel>
      {away.length > 0 ? (
        <Panel title={t('absences')} padded={false} className="mt-5 overflow-clip">
          <AbsenceList rows={away} label={t('absences')} subject="deputy" recallable />
        </Panel>
      ) : null}
    </Page>
  );
}
