'use client';

import { CircleCheck, CircleX, Play, Save, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { freeKey, keyOfName } from '@/components/designer/document/keys';
import { putScenario, removeScenario } from '@/components/designer/document/scenarios';
import { act, useDesigner, useDesignerStore, useDocument } from '@/components/designer/store';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { coverageOf } from '@/lib/engine/simulation/coverage';
import { playScenario } from '@/lib/engine/simulation/play-scenario';
import { mayDecide } from '@/lib/tasks/authority';
import { CoverageList } from './coverage-list';
import { scenarioOf, type Sitting } from './session';

/** The kept scenarios: whether each still ends as expected, what none of them reaches, and what is played now to keep too. */
export function ScenarioPanel({ sitting }: { sitting: Sitting }) {
  const t = useTranslations('simulator.scenarios');
  const store = useDesignerStore();
  const { definition, scenarios } = useDocument();
  const readOnly = useDesigner((state) => state.readOnly);
  const [name, setName] = useState('');
  const simulation = sitting.session?.simulation ?? null;
  const played = useMemo(
    () => scenarios.map((scenario) => ({ scenario, ...playScenario(definition, scenario, mayDecide) })),
    [definition, scenarios],
  );
  const coverage = useMemo(
    () =>
      coverageOf(
        definition,
        played.flatMap((one) => one.simulation ?? []),
      ),
    [definition, played],
  );

  function keep() {
    if (!simulation || name.trim() === '') return;
    const known = scenarios.find((scenario) => scenario.name === name.trim());
    const key =
      known?.key ??
      freeKey(
        keyOfName(name, 'scenario'),
        scenarios.map((one) => one.key),
      );
    act(store, putScenario(scenarioOf(simulation, { key, name: name.trim() })));
    setName('');
  }

  return (
    <Panel title={t('title')} description={t('text')}>
      <div className="flex flex-col gap-3">
        {simulation && !readOnly ? (
          <div className="flex items-end gap-2">
            <Field label={t('name')} className="flex-1">
              <Input value={name} maxLength={200} onChange={(event) => setName(event.currentTarget.value)} />
            </Field>
            <Button icon={<Save aria-hidden />} disabled={name.trim() === ''} onClick={keep}>
              {t('keep')}
            </Button>
          </div>
        ) : null}
        {played.length === 0 ? <p className="text-base text-muted">{t('none')}</p> : null}
        <ul className="flex flex-col gap-1" aria-label={t('title')}>
          {played.map(({ scenario, problem, simulation: shown }) => (
            <li key={scenario.key} className="flex items-start gap-2 rounded-md border border-line p-2">
              {problem === null ? (
                <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-positive" />
              ) : (
                <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
              )}
              <div className="min-w-0 flex-1">
                <p className="text-base wrap-anywhere">
                  {scenario.name}{' '}
                  <Badge tone={problem === null ? 'positive' : 'danger'}>
                    {problem === null ? t('passes') : t('fails')}
                  </Badge>
                </p>
                {problem ? <p className="text-sm text-muted wrap-anywhere">{problem}</p> : null}
              </div>
              <IconButton
                size="sm"
                label={t('play', { name: scenario.name })}
                icon={<Play aria-hidden />}
                disabled={shown === null}
                onClick={() => {
                  if (shown) sitting.show(shown);
                  setName(scenario.name);
                }}
              />
              {readOnly ? null : (
                <IconButton
                  size="sm"
                  label={t('remove', { name: scenario.name })}
                  icon={<Trash2 aria-hidden />}
                  onClick={() => act(store, removeScenario(scenario.key))}
                />
              )}
            </li>
          ))}
        </ul>
        {played.length > 0 ? <CoverageList definition={definition} coverage={coverage} /> : null}
      </div>
    </Panel>
  );
}
