'use client';

import { FileCheck, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, Suspense, useState } from 'react';
import { DefinitionDiagram } from '@/components/diagram/definition-diagram';
import type { DiagramStep } from '@/components/diagram/contract';
import type { HistoryNames } from '@/components/history/names';
import { Timeline } from '@/components/history/timeline';
import { buttonClass } from '@/components/ui/button-styles';
import { Button } from '@/components/ui/button';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import type { EventRow, InstanceDetail } from '@/lib/instances/schema';
import { ActivitiesTab } from './activities-tab';
import { ChildrenTab } from './children-tab';
import { DataTab } from './data-tab';
import { tabs, type InstanceTab } from './instance-tab';
import type { DataChange, Messages, Operations } from '@/lib/support/dossier-schema';
import { MessagesTab } from './messages-tab';
import { OperationsTab } from './operations-tab';
import { SignalsTab } from './signals-tab';
import { StepTree } from './step-tree';
import { TasksTab } from './tasks-tab';
import { TimersTab } from './timers-tab';
import { VerifyButton } from './verify-button';

export type InstanceWorkspaceProps = {
  detail: InstanceDetail;
  /** The newest page of the history, ascending. */
  newest: readonly EventRow[];
  names: HistoryNames;
  initialTab: InstanceTab;
  /** What came and went, what staff did (for support only), and who changed the data: read while the page is shown. */
  messages: Promise<Messages>;
  operations: Promise<Operations> | null;
  changes: Promise<readonly DataChange[]>;
  /** The actor may repair instances. */
  repairs: boolean;
  /** They may send events again that a sink was not given. */
  integrates: boolean;
};

/** Tabs that a step chosen in the drawing narrows. */
const ofSteps: ReadonlySet<InstanceTab> = new Set(['timeline', 'tasks', 'activities', 'children', 'signals']);

/** What is read while the rest of the page is shown already. */
function Read({ children }: { children: ReactNode }) {
  const t = useTranslations('instance');
  return <Suspense fallback={<SkeletonRows label={t('loading')} />}>{children}</Suspense>;
}

/** The drawing and, under it, everything that happened and is known. A step chosen in the drawing narrows what is below. */
export function InstanceWorkspace({
  detail,
  newest,
  names,
  initialTab,
  messages,
  operations,
  changes,
  repairs,
  integrates,
}: InstanceWorkspaceProps) {
  const t = useTranslations('instance');
  const [step, setStep] = useState<string | undefined>();
  const [tab, setTab] = useState<InstanceTab>(initialTab);
  const { drawing } = detail;

  function show(next: string) {
    const known = tabs.find((one) => one === next) ?? 'timeline';
    setTab(known);
    const address = new URL(window.location.href);
    if (known === 'timeline') address.searchParams.delete('tab');
    else address.searchParams.set('tab', known);
    window.history.replaceState(null, '', address);
  }

  return (
    <>
      <h2 className="sr-only">{t('diagram')}</h2>
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <DefinitionDiagram
          steps={drawing.steps as readonly DiagramStep[]}
          transitions={drawing.transitions}
          positions={drawing.positions}
          marks={drawing.marks}
          takenTransitions={Object.keys(drawing.taken)}
          selectedStep={step}
          onSelectStep={(key) => setStep(key === step ? undefined : key)}
        />
        <StepTree
          detail={detail}
          selected={step}
          onSelect={(key) => setStep(key === step ? undefined : key)}
        />
      </div>
      <Tabs value={tab} onValueChange={show} className="mt-6">
        <TabList label={t('tabs.label')}>
          <Tab value="timeline">{t('tabs.timeline')}</Tab>
          <Tab value="tasks" count={detail.tasks.length}>
            {t('tabs.tasks')}
          </Tab>
          <Tab value="activities" count={detail.executions.length}>
            {t('tabs.activities')}
          </Tab>
          {detail.children.length === 0 ? null : (
            <Tab value="children" count={detail.children.length}>
              {t('tabs.children')}
            </Tab>
          )}
          {detail.timers.length === 0 ? null : (
            <Tab value="timers" count={detail.timers.length}>
              {t('tabs.timers')}
            </Tab>
          )}
          {detail.signals.length === 0 ? null : (
            <Tab value="signals" count={detail.signals.length}>
              {t('tabs.signals')}
            </Tab>
          )}
          <Tab value="messages">{t('tabs.messages')}</Tab>
          {operations === null ? null : <Tab value="operations">{t('tabs.operations')}</Tab>}
          <Tab value="data">{t('tabs.data')}</Tab>
        </TabList>
        {step === undefined || !ofSteps.has(tab) ? null : (
          <Button size="sm" className="mt-4" onClick={() => setStep(undefined)} aria-label={t('allSteps')}>
            {t('onlyStep', { step: names.steps[step] ?? step })}
            <X aria-hidden />
          </Button>
        )}
        <TabPanel value="timeline">
          <Timeline
            instanceId={detail.id}
            newest={newest}
            names={names}
            step={step}
            actions={
              <>
                {repairs ? (
                  <a
                    className={buttonClass({ size: 'sm' })}
                    href={`/api/workflows/instances/${detail.id}/evidence`}
                    download
                  >
                    <FileCheck aria-hidden />
                    {t('evidence')}
                  </a>
                ) : null}
                <VerifyButton instanceId={detail.id} />
              </>
            }
          />
        </TabPanel>
        <TabPanel value="tasks">
          <TasksTab tasks={detail.tasks} step={step} />
        </TabPanel>
        <TabPanel value="activities">
          <ActivitiesTab
            instanceId={detail.id}
            executions={detail.executions}
            ledger={detail.ledger}
            step={step}
            skippable={detail.offered.skip}
          />
        </TabPanel>
        {detail.children.length === 0 ? null : (
          <TabPanel value="children">
            <ChildrenTab rows={detail.children} step={step} />
          </TabPanel>
        )}
        {detail.timers.length === 0 ? null : (
          <TabPanel value="timers">
            <TimersTab instanceId={detail.id} timers={detail.timers} mayRun={repairs} />
          </TabPanel>
        )}
        {detail.signals.length === 0 ? null : (
          <TabPanel value="signals">
            <Read>
              <SignalsTab messages={messages} names={names} step={step} />
            </Read>
          </TabPanel>
        )}
        <TabPanel value="messages">
          <Read>
            <MessagesTab
              messages={messages}
              executions={detail.executions}
              mayResend={repairs}
              mayResendEvents={integrates}
            />
          </Read>
        </TabPanel>
        {operations === null ? null : (
          <TabPanel value="operations">
            <Read>
              <OperationsTab operations={operations} names={names} />
            </Read>
          </TabPanel>
        )}
        <TabPanel value="data">
          <DataTab context={detail.context} input={detail.input} changes={changes} names={names} />
        </TabPanel>
      </Tabs>
    </>
  );
}
