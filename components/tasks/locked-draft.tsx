import { useTranslations } from 'next-intl';
import type { Draft } from '@/components/forms/drafts';
import { type AnsweredForm, FormAnswers } from '@/components/forms/form-answers';
import { CopyButton } from '@/components/ui/copy-button';

/** What somebody had typed when the decision was taken out of their hands: no longer to be sent, but not lost. */
export function LockedDraft({ form, draft }: { form: AnsweredForm; draft: Draft }) {
  const t = useTranslations('task');
  const reason = draft.text.trim();
  const filled = Object.keys(draft.form).length > 0;
  const text = [reason, filled ? JSON.stringify(draft.form, null, 2) : '']
    .filter((part) => part !== '')
    .join('\n\n');
  return (
    <section
      aria-label={t('draft')}
      className="mb-5 rounded-lg border border-dashed border-line-strong px-4 py-3"
    >
      <div className="flex items-center gap-2">
        <h2 className="flex-1 text-sm font-semibold text-ink">{t('draft')}</h2>
        <CopyButton value={text} label={t('copyDraft')} />
      </div>
      <p className="mb-2 text-sm text-muted">{t('draftText')}</p>
      {reason === '' ? null : <p className="text-base whitespace-pre-line text-ink">{reason}</p>}
      {filled ? (
        <div className="mt-3">
          <FormAnswers form={form} answers={draft.form} />
        </div>
      ) : null}
    </section>
  );
}
