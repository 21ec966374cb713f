'use client';

import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/card';
import { RadioGroup } from '@/components/ui/radio-group';
import { checkMigrationAction, prepareMigrationAction } from '@/lib/migration/actions';
import type { Checked, Proposal } from '@/lib/migration/schema';
import { DataFields } from './data-fields';
import { ExportVerdicts } from './export-verdicts';
import { MapTable } from './map-table';
import { emptyPlan, planFrom, type PlanDraft } from './plan-draft';
import { RunFields, type RunOrder } from './run-fields';
import { VerdictTable } from './verdict-table';
import { type Drawing, VersionDrawings } from './version-drawings';

/**
 * A plan between two versions: states, data, what becomes of tasks; then a dry run that says for each instance what would
 * happen; then the job that does it. A plan that was changed has to be checked again.
 */
export function MigrationWizard({
  definitionKey,
  proposal,
  before,
  after,
}: {
  definitionKey: string;
  proposal: Proposal;
  /** The two versions as drawings. */
  before: Drawing;
  after: Drawing;
}) {
  const t = useTranslations('migration');
  const router = useRouter();
  const [draft, setDraft] = useState<PlanDraft>(() => emptyPlan(proposal));
  const [checked, setChecked] = useState<{ readonly of: PlanDraft; readonly result: Checked } | null>(null);
  const [busy, setBusy] = useState<'check' | 'prepare' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { from, to } = proposal;
  const current = checked?.of === draft ? checked.result : null;
  // What was typed for single instances stands in the verdicts, which stay in sight until they are looked at again.
  const shown = checked && sameBut(checked.of, draft) ? checked.result : null;

  async function check() {
    setBusy('check');
    setProblem(null);
    const result = await checkMigrationAction(definitionKey, { plan: planFrom(proposal, draft) }).catch(
      () => null,
    );
    setBusy(null);
    if (result?.ok) setChecked({ of: draft, result: result.value });
    else setProblem(result?.refusal.message ?? t('unreachable'));
  }

  async function prepare(order: RunOrder) {
    setBusy('prepare');
    setProblem(null);
    const plan = planFrom(proposal, draft);
    const result = await prepareMigrationAction(definitionKey, { plan, ...order }).catch(() => null);
    if (result?.ok) return router.push(`/operations/jobs/${result.value.id}`);
    setBusy(null);
    setProblem(result?.refusal.message ?? t('unreachable'));
  }

  const summaryOf = ({ ready, needsData, blocked }: Checked) =>
    t('check.summary', { ready, needsData, blocked });
  return (
    <div className="flex flex-col gap-5">
      <Panel title={t('drawings.title')} padded={false}>
        <VersionDrawings proposal={proposal} map={draft.map} before={before} after={after} />
      </Panel>
      <Panel title={t('map.title')} description={t('map.text', { from })} padded={false}>
        <MapTable proposal={proposal} map={draft.map} onChange={(map) => setDraft({ ...draft, map })} />
      </Panel>
      <Panel
        title={t('data.title')}
        description={t(proposal.newFields.length > 0 ? 'data.text' : 'data.none', { from, to })}
      >
        <DataFields data={draft.data} onChange={(data) => setDraft({ ...draft, data })} />
      </Panel>
      <Panel title={t('work.title')}>
        <RadioGroup
          aria-label={t('work.title')}
          value={draft.work}
          onValueChange={(work) => setDraft({ ...draft, work: work === 'restart' ? 'restart' : 'keep' })}
          options={(['keep', 'restart'] as const).map((value) => ({ value, label: t(`work.${value}`) }))}
        />
      </Panel>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant={current ? 'secondary' : 'primary'}
          busy={busy === 'check'}
          onClick={() => void check()}
        >
          {t(checked ? 'check.again' : 'check.button')}
        </Button>
        {checked && !current ? <span className="text-sm text-muted">{t('check.changed')}</span> : null}
      </div>
      {problem === null ? null : (
        <Banner tone="danger" title={t('failed')} live>
          {problem}
        </Banner>
      )}
      {shown ? (
        <Panel
          title={t('check.title')}
          description={summaryOf(shown)}
          padded={false}
          actions={<ExportVerdicts definitionKey={definitionKey} plan={planFrom(proposal, draft)} />}
        >
          {shown.items.length < shown.total ? (
            <p className="px-4 py-2 text-sm text-muted">
              {t('check.first', { count: shown.items.length, total: shown.total })}
            </p>
          ) : null}
          <VerdictTable
            proposal={proposal}
            rows={shown.items}
            own={draft.own}
            onOwn={(id, path, text) =>
              setDraft({ ...draft, own: { ...draft.own, [id]: { ...draft.own[id], [path]: text } } })
            }
          />
        </Panel>
      ) : null}
      {current ? (
        <Panel title={t('run.title')}>
          <RunFields checked={current} busy={busy === 'prepare'} onRun={(order) => void prepare(order)} />
        </Panel>
      ) : null}
    </div>
  );
}

/** Whether two drafts differ in nothing but what single instances get. */
function sameBut(one: PlanDraft, other: PlanDraft): boolean {
  return one.map === other.map && one.data === other.data && one.work === other.work;
}
