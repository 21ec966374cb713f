'use client';

import { RotateCcw, Undo2 } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { openWork } from '@/lib/engine/simulation/open-work';
import { clock, present } from '@/lib/engine/simulation/simulation';
import { ActivityAnswer } from './activity-answer';
import { ByItself } from './by-itself';
import { FileAnswer, SignalAnswer } from './message-answers';
import { ChildAnswer } from './child-answer';
import { IncidentAnswer } from './incident-answer';
import { useSession } from './session';
import { TaskAnswer } from './task-answer';

/** Where the simulated instance stands, and all that it can be answered with now. */
export function AnswerPanel() {
  const t = useTranslations('simulator');
  const tStatus = useTranslations('instances.statuses');
  const format = useFormatter();
  const { simulation, automatic, setAutomatic, back, reset } = useSession();
  const { status, outcome, state, sequence } = present(simulation);
  const open = openWork(simulation);
  const steps = new Map(simulation.definition.steps.map(({ key, name }) => [key, name ?? key]));
  const at = format.dateTime(new Date(clock(simulation)), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: simulation.world.timeZone,
  });
  return (
    <Panel
      title={state === null ? t('beginning') : (steps.get(state) ?? state)}
      meta={
        <Badge tone={status === 'completed' ? 'positive' : open.incidents.length > 0 ? 'danger' : 'accent'}>
          {tStatus(status ?? 'created')}
        </Badge>
      }
      description={t('clock', { at })}
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-2">
          <Button
            size="sm"
            icon={<Undo2 aria-hidden />}
            disabled={simulation.turns.length < 2}
            onClick={() => back(1)}
          >
            {t('back')}
          </Button>
          <Button size="sm" icon={<RotateCcw aria-hidden />} onClick={reset}>
            {t('reset')}
          </Button>
        </div>
        <Checkbox
          label={t('automatic')}
          hint={t('automaticHint')}
          checked={automatic}
          onCheckedChange={setAutomatic}
        />
        {open.closed ? (
          <p className="text-base text-muted">{t('ended', { outcome: outcome ?? t('noOutcome') })}</p>
        ) : null}
        {open.incidents.map((incident) => (
          <IncidentAnswer key={incident.key} incident={incident} skippable={open.skippable} />
        ))}
        {open.incidents.length > 0
          ? null
          : open.tasks.map((task) => <TaskAnswer key={`${task.key}:${task.votes.length}`} task={task} />)}
        {open.activities.map(({ execution, activity }) => (
          <ActivityAnswer key={`${execution.key}:${execution.attempts}`} activity={activity} />
        ))}
        {open.signals.map((signal) => (
          <SignalAnswer key={`${signal.step}:${signal.signal}:${sequence}`} awaited={signal} />
        ))}
        {open.files.map((step) => (
          <FileAnswer key={step} step={step} name={steps.get(step) ?? step} />
        ))}
        {open.children.map((child) => (
          <ChildAnswer key={child.key} child={child} />
        ))}
        <ByItself next={open.next} closed={open.closed} />
      </div>
    </Panel>
  );
}
