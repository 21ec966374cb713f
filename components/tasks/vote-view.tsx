import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { type AnsweredForm, FormAnswers } from '@/components/forms/form-answers';
import { Avatar } from '@/components/ui/avatar';
import { useQuoted } from '@/components/ui/quoted';
import { RelativeTime } from '@/components/ui/relative-time';
import type { VoteRow } from '@/lib/instances/schema';

/** One decision: who, what, when, why, and what they entered. @param where the step, when it was on another task */
export function VoteView({ vote, form, where }: { vote: VoteRow; form: AnsweredForm; where?: string }) {
  const t = useTranslations('task.vote');
  const quoted = useQuoted();
  return (
    <div className="flex gap-2.5">
      <Avatar name={vote.person.name} size="md" className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="text-base text-muted">
          {t.rich(where === undefined ? 'decided' : 'decidedIn', {
            w: (chunks: ReactNode) => <strong className="font-semibold text-ink">{chunks}</strong>,
            name: vote.person.name,
            outcome: vote.outcomeName,
            step: where ?? '',
            when: () => <RelativeTime at={vote.at} />,
          })}
          {vote.onBehalfOf ? `, ${t('onBehalf', { name: vote.onBehalfOf.name })}` : null}
        </p>
        {vote.reason ? (
          <blockquote className="mt-1 max-w-160 text-base wrap-break-word whitespace-pre-line text-ink">
            {quoted(vote.reason)}
          </blockquote>
        ) : null}
        {Object.keys(vote.form).length > 0 ? (
          <div className="mt-2 rounded-md border border-line px-3 py-2.5">
            <FormAnswers form={form} answers={vote.form} />
          </div>
        ) : null}
      </div>
    </div>
  );
}
