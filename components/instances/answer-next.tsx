import { ArrowRight } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import type { NextStep, WaitingOn } from '@/lib/instances/schema';

/** What each outcome leads to, as far as the drawing says: `Approve → Paying or Finance approval`. */
export function AnswerNext({ next }: { next: readonly NextStep[] }) {
  const t = useTranslations('instance.answer');
  const format = useFormatter();
  return (
    <div className="mt-3">
      <h2 className="text-sm text-muted">{t('next')}</h2>
      <ul className="mt-1 flex flex-wrap gap-x-6 gap-y-1 text-base">
        {next.map((step, position) => (
          <li key={step.outcome ?? position} className="flex flex-wrap items-center gap-x-1.5">
            {step.outcomeName ? <span className="font-medium">{step.outcomeName}</span> : null}
            <ArrowRight aria-hidden className="size-3.5 text-faint" />
            {step.outcomeName ? <span className="sr-only">{t('leadsTo')}</span> : null}
            <span className="text-muted">{format.list(namesOf(step), { type: 'disjunction' })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function namesOf({ steps }: NextStep): string[] {
  return [...new Set(steps.map(({ name }) => name))];
}

/** The open tasks of an instance that waits for more than one. */
export function SeveralTasks({ tasks }: { tasks: readonly WaitingOn[] }) {
  const t = useTranslations('instance.answer');
  const format = useFormatter();
  return (
    <ul aria-label={t('several')} className="mt-3 divide-y divide-line rounded-md border border-line">
      {tasks.map((task) => {
        const candidates = [...task.roles, ...task.people].map(({ name }) => name);
        return (
          <li
            key={task.taskId}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-3 py-2 text-base"
          >
            <TextLink href={`/inbox/${task.taskId}`}>{task.title}</TextLink>
            <span className="text-muted">
              {task.assignee?.name ?? format.list(candidates, { type: 'disjunction' })}
            </span>
            {task.dueAt ? (
              <span className="ml-auto text-sm text-muted">
                {t.rich('dueShort', { when: () => <RelativeTime at={task.dueAt ?? ''} /> })}
              </span>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
