'use client';

import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DefinitionDiagram } from '@/components/diagram/definition-diagram';
import type { DiagramStep } from '@/components/diagram/contract';
import type { HistoryNames } from '@/components/history/names';
import { Timeline } from '@/components/history/timeline';
import { Button } from '@/components/ui/button';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import type { EventRow, InstanceDetail } from '@/lib/instances/schema';
import { ActivitiesTab } from './activities-tab';
import { ChildrenTab } from './children-tab';
import { DataTab } from './data-tab';
import { tabs, type InstanceTab } from './instance-tab';
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
  /** The actor may repair instances. */
  repairs: boolean;
};

/** The drawing and, under it, everything that happened and is known. A step chosen in the drawing narrows what is below. */
export function InstanceWorkspace({ detail, newest, names, initialTab, repairs }: InstanceWorkspaceProps) {
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
          <Tab value="data">{t('tabs.data')}</Tab>
        </TabList>
        {step === undefined || tab === 'data' ? null : (
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
            actions={<VerifyButton instanceId={detail.id} />}
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
        <TabPanel value="data">
          <DataTab context={detail.context} input={detail.input} />
        </TabPanel>
      </Tabs>
    </>
  );
}
