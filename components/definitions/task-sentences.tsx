import { useFormatter, useTranslations } from 'next-intl';
import { wordsOfKey } from '@/components/instances/words';
import type { UserTaskStep } from '@/lib/engine/definition/step-schema';
import { objectOf } from '@/components/history/event-values';
import { useDurationWords } from './duration-words';

/** Who decides a task, with which form, by when, and how many it takes. */
export function TaskSentences({ step }: { step: UserTaskStep }) {
  const t = useTranslations('definitions.task');
  const tUi = useTranslations('ui');
  const format = useFormatter();
  const duration = useDurationWords();
  const { who, approvals, due, form, maxAge } = step;
  const holders = [
    ...(who.roles ?? []).map((role) => t('role', { role: wordsOfKey(role) })),
    ...(who.people ?? []),
    ...(who.candidates ? [t('listed', { expression: who.candidates })] : []),
  ];
  const limits = [
    who.allowRequester ? null : t('notRequester'),
    who.exclude ? t('excluded', { expression: who.exclude }) : null,
    who.limit ? t('limit', { rule: who.limit.rule, amount: who.limit.amount }) : null,
    approvals ? t('approvals', { count: approvals.required }) : null,
    approvals?.veto ? t('veto') : null,
  ].filter((sentence) => sentence !== null);
  const fields = Object.entries(objectOf(form?.schema['properties']) ?? {}).map(([key, field]) =>
    titleOf(key, field),
  );
  return (
    <>
      <p>
        {who.assignee ? `${t('assignee', { expression: who.assignee })} ` : null}
        {holders.length > 0
          ? `${t('holders', { holders: format.list(holders, { type: 'disjunction' }) })} `
          : null}
        {limits.join(' ')}
      </p>
      {step.instructions ? (
        <p className="mt-1 text-ink">{tUi('quoted', { text: step.instructions })}</p>
      ) : null}
      {fields.length > 0 ? <p className="mt-1">{t('form', { fields: format.list(fields) })}</p> : null}
      {due ? <p className="mt-1">{t('due', { duration: duration(due.in) })}</p> : null}
      {maxAge ? <p className="mt-1">{t('maxAge', { duration: duration(maxAge) })}</p> : null}
    </>
  );
}

function titleOf(key: string, field: unknown): string {
  const title = objectOf(field as Parameters<typeof objectOf>[0])?.['title'];
  return typeof title === 'string' ? title : wordsOfKey(key);
}
