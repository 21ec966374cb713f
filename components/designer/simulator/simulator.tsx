'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { drawingOf } from '@/components/definitions/drawing';
import { DefinitionDiagram } from '@/components/diagram/definition-diagram';
import { useDesigner, useDocument } from '@/components/designer/store';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { AnswerPanel } from './answer-panel';
import { ContextView } from './context-view';
import { useDryRun } from './dry-run-state';
import { DryRunView } from './dry-run-view';
import { marksOf, takenIn } from './marks-of';
import { ScenarioPanel } from './scenario-panel';
import { type Sitting, SessionProvider, useSitting } from './session';
import { SimulatedHistory } from './simulated-history';
import { StartPanel } from './start-panel';
import type { Table } from './table';

/** Plays an instance of what is drawn, by the core that runs in production; nothing leaves the browser. */
export function Simulator({ table }: { table: Table }) {
  return <SittingView sitting={useSitting(table)} />;
}

/** A sitting at the simulator as it is drawn. */
export function SittingView({ sitting }: { sitting: Sitting }) {
  const t = useTranslations('simulator');
  const { definition, layout } = useDocument();
  const errors = useDesigner((state) => state.findings.filter(({ severity }) => severity === 'error').length);
  const { session } = sitting;
  const simulation = session?.simulation ?? null;
  const dry = useDryRun(definition.key);
  const drawing = useMemo(() => drawingOf(definition, layout), [definition, layout]);
  const marks = useMemo(() => simulation && marksOf(simulation), [simulation]);
  const taken = useMemo(() => simulation && takenIn(simulation), [simulation]);
  const outdated = simulation !== null && simulation.definition !== definition;
  return (
    <div className="grid gap-4 p-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      {/* What is drawn and what comes of it stay in sight beside a long form. */}
      <div className="flex min-w-0 flex-col gap-4 self-start lg:sticky lg:top-4 lg:max-h-[calc(100dvh-9rem)] lg:overflow-y-auto">
        {errors > 0 ? (
          <Banner tone="caution" title={t('errors', { count: errors })}>
            {t('errorsText')}
          </Banner>
        ) : null}
        {outdated ? (
          <Banner
            tone="caution"
            title={t('outdated')}
            actions={
              <Button size="sm" onClick={() => sitting.again(definition)}>
                {t('again')}
              </Button>
            }
          />
        ) : null}
        <DefinitionDiagram
          {...drawing}
          {...(marks && { marks })}
          {...(taken && { takenTransitions: taken })}
        />
        {session ? (
          <SessionProvider value={session}>
            <Tabs defaultValue="history">
              <TabList label={t('tabs')}>
                <Tab value="history">{t('history')}</Tab>
                <Tab value="context">{t('context')}</Tab>
              </TabList>
              <TabPanel value="history">
                <SimulatedHistory />
              </TabPanel>
              <TabPanel value="context">
                <ContextView />
              </TabPanel>
            </Tabs>
          </SessionProvider>
        ) : (
          <DryRunView dry={dry} />
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-4 max-lg:order-first">
        {session ? (
          <SessionProvider value={session}>
            <AnswerPanel />
          </SessionProvider>
        ) : (
          <StartPanel start={sitting.start} dry={dry} />
        )}
        <ScenarioPanel sitting={sitting} />
      </div>
    </div>
  );
}
