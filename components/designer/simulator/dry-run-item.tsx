'use client';

import {
  AlarmClock,
  ArrowRight,
  Bell,
  Inbox,
  Mail,
  Radio,
  Send,
  Timer,
  TriangleAlert,
  Undo2,
  Workflow,
} from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import { JsonView, type Json } from '@/components/ui/json-view';
import { Select } from '@/components/ui/select';
import type { DryRunEntry, TaskEntry } from '@/lib/dry-run/schema';

type ItemProps<E = DryRunEntry> = {
  entry: E;
  /** An instant in the reader's words. */
  instant: (at: string) => string;
  onOutcome: (step: string, outcome: string | null) => void;
  onFailing: (activity: string, fails: boolean) => void;
};

/** One thing that would happen. */
export function DryRunItem(props: ItemProps) {
  const t = useTranslations('dryRun');
  const tTypes = useTranslations('designer.activityTypes');
  const { entry, instant } = props;
  // A plugin's type has no words of ours.
  const typeWords = (type: string) => (tTypes.has(type as 'CALL_API') ? tTypes(type as 'CALL_API') : type);
  switch (entry.kind) {
    case 'step':
      return (
        <p className="flex items-center gap-2 pt-1 text-sm font-medium">
          <ArrowRight aria-hidden className="size-3.5 text-muted" />
          {entry.stepName}
          <span className="font-normal text-faint">{instant(entry.at)}</span>
        </p>
      );
    case 'task':
      return <TaskItem {...props} entry={entry} />;
    case 'mail':
      return (
        <Item
          icon={<Mail aria-hidden />}
          title={t('mail', { to: [...entry.to, ...entry.cc].join(', ') })}
          undoes={entry.undoes}
        >
          <p className="font-medium">{entry.subject}</p>
          <p className="max-h-60 overflow-y-auto text-sm wrap-anywhere whitespace-pre-wrap text-muted">
            {entry.text}
          </p>
          <Fails {...props} activity={entry.activity} fails={entry.fails} />
        </Item>
      );
    case 'call':
      return (
        <Item
          icon={<Send aria-hidden />}
          title={t('call', { type: typeWords(entry.type), activity: entry.activity })}
          undoes={entry.undoes}
        >
          <JsonView label={t('callSettings', { activity: entry.activity })} value={entry.settings as Json} />
          <Fails {...props} activity={entry.activity} fails={entry.fails} />
        </Item>
      );
    case 'event':
      return (
        <Item icon={<Radio aria-hidden />} title={t('event', { type: entry.type })}>
          <JsonView label={entry.type} value={entry.data as Json} />
        </Item>
      );
    case 'child':
      return (
        <Item
          icon={<Workflow aria-hidden />}
          title={t('child', { definition: entry.definition, subject: entry.subject })}
        >
          <JsonView label={t('childInput', { definition: entry.definition })} value={entry.input as Json} />
        </Item>
      );
    case 'wait':
      return <Item icon={<Inbox aria-hidden />} title={t(`comes.${entry.for}`, { name: entry.name })} />;
    case 'timer':
      return (
        <Item
          icon={<Timer aria-hidden />}
          title={t(`timers.${entry.purpose}`, {
            at: instant(entry.dueAt),
            step: entry.stepName || t('process'),
          })}
        />
      );
    case 'passed':
      return (
        <Item
          icon={<AlarmClock aria-hidden />}
          title={t('passed', { rung: entry.rung ?? entry.stepName, at: instant(entry.at) })}
        />
      );
    case 'problem':
      return <Item icon={<TriangleAlert aria-hidden className="text-danger" />} title={entry.message} />;
  }
}

function TaskItem({ entry, instant, onOutcome }: ItemProps<TaskEntry>) {
  const t = useTranslations('dryRun');
  const { title, assignee, people, required, dueAt, rungs, outcomes, assumed, step, roles } = entry;
  const names = people.map(({ name, actingFor }) => (actingFor ? t('deputy', { name, actingFor }) : name));
  return (
    <Item icon={<Bell aria-hidden />} title={t('task', { title })}>
      <p>
        {assignee ? t('assigned', { name: assignee.name }) : null}
        {names.length > 0
          ? t('people', {
              count: names.length,
              names: names.slice(0, 12).join(', '),
              more: Math.max(0, names.length - 12),
            })
          : null}
      </p>
      {names.length === 0 ? (
        <p className="text-danger-ink">{t('nobody', { roles: roles.join(', ') || '—' })}</p>
      ) : null}
      {required > 1 ? <p className="text-sm text-muted">{t('required', { count: required })}</p> : null}
      {dueAt ? <p className="text-sm text-muted">{t('due', { at: instant(dueAt) })}</p> : null}
      {rungs.length > 0 ? (
        <ul className="text-sm text-muted">
          {rungs.map(({ key, at, action }) => (
            <li key={key}>{t('rung', { at: instant(at), key, action: t(`actions.${actionOf(action)}`) })}</li>
          ))}
        </ul>
      ) : null}
      <Select
        size="sm"
        aria-label={t('assumed', { title })}
        value={assumed ?? ''}
        onValueChange={(value) => onOutcome(step, value ? value : null)}
        options={[
          ...outcomes.map(({ key, name }) => ({ value: key, label: t('decides', { outcome: name }) })),
          { value: '', label: t('nobodyDecides') },
        ]}
      />
    </Item>
  );
}

const actions = ['remind', 'reassign', 'escalate', 'transition'] as const;

function actionOf(action: string): (typeof actions)[number] {
  return actions.find((one) => one === action) ?? 'remind';
}

function Fails({
  activity,
  fails,
  onFailing,
}: Pick<ItemProps, 'onFailing'> & { activity: string; fails: boolean }) {
  const t = useTranslations('dryRun');
  return (
    <Checkbox label={t('fails')} checked={fails} onCheckedChange={(next) => onFailing(activity, next)} />
  );
}

function Item({
  icon,
  title,
  undoes = false,
  children,
}: {
  icon: ReactNode;
  title: string;
  undoes?: boolean;
  children?: ReactNode;
}) {
  const t = useTranslations('dryRun');
  return (
    <div className="flex gap-2.5 rounded-md border border-line bg-surface p-3 text-base">
      <span className="mt-0.5 text-muted [&_svg]:size-4">{icon}</span>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="wrap-anywhere">
          {title}
          {undoes ? (
            <span className="ml-2 inline-flex items-center gap-1 text-sm text-muted">
              <Undo2 aria-hidden className="size-3.5" />
              {t('undoes')}
            </span>
          ) : null}
        </p>
        {children}
      </div>
    </div>
  );
}
