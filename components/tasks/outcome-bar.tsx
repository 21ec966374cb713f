'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useRef, useState } from 'react';
import { useShortcut } from '@/components/shell/shortcuts';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import type { Outcome } from '@/lib/engine/definition/step-schema';
import { limits, type TaskDetail } from '@/lib/tasks/schema';
import { inOrder } from './outcome-order';
import { useReasonHint } from './use-reason-hint';

export type OutcomeBarProps = {
  task: TaskDetail;
  reason: string;
  onReason?: (reason: string) => void;
  onDecide?: (outcome: Outcome) => void;
  /** Key of the outcome that is being sent. */
  busy: string | null;
  /** Why the person may not decide, in words; the buttons then stay visible and disabled. */
  forbidden?: string;
  /** What the last attempt was refused for. */
  problem?: ReactNode;
};

/**
 * The outcomes that the definition names, the positive first and the negative apart, with the reason where one may be
 * given. It stays in sight: on a desk as a whole, on a phone the buttons.
 */
export function OutcomeBar({ task, reason, onReason, onDecide, busy, forbidden, problem }: OutcomeBarProps) {
  const t = useTranslations('task');
  const hint = useReasonHint(task.outcomes);
  const field = useRef<HTMLDivElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const [missing, setMissing] = useState<Outcome | null>(null);
  const asked = task.outcomes.filter((outcome) => outcome.reason !== 'none');
  const ordered = inOrder(task.outcomes);
  useShortcut(['a'], t('keys.positive'), () => focusOn('positive'));
  useShortcut(['r'], t('keys.negative'), () => focusOn('negative'));

  function focusOn(kind: 'positive' | 'negative') {
    buttons.current?.querySelector<HTMLButtonElement>(`button[data-kind="${kind}"]`)?.focus();
  }

  function choose(outcome: Outcome) {
    if (outcome.reason === 'required' && reason.trim() === '') {
      setMissing(outcome);
      field.current?.querySelector('textarea')?.focus();
      return;
    }
    setMissing(null);
    onDecide?.(outcome);
  }

  return (
    <div
      className={classNames(
        'mt-auto max-lg:contents',
        forbidden === undefined &&
          'z-10 border-t border-line bg-surface lg:sticky lg:bottom-0 lg:px-6 lg:py-4',
      )}
    >
      {forbidden === undefined ? null : (
        <Banner tone="caution" title={t('notYou')} className="mb-4">
          {forbidden}
        </Banner>
      )}
      {problem ? <div className="max-lg:px-4 lg:mb-3">{problem}</div> : null}
      {forbidden === undefined && asked.length > 0 ? (
        <div ref={field} className="max-lg:border-t max-lg:border-line max-lg:px-4 max-lg:py-4 lg:mb-3">
          <Field
            label={t('reason')}
            hint={hint}
            optional={hint === undefined}
            error={missing ? t('reasonMissing', { outcome: missing.name }) : undefined}
          >
            <Textarea
              rows={2}
              value={reason}
              maxLength={limits.reasonCharacters}
              placeholder={t('reasonPlaceholder')}
              onChange={(event) => {
                setMissing(null);
                onReason?.(event.currentTarget.value);
              }}
            />
          </Field>
        </div>
      ) : null}
      <div
        ref={buttons}
        role="group"
        aria-label={t('outcomes')}
        className={classNames(
          'flex flex-wrap gap-2',
          forbidden === undefined &&
            'max-lg:sticky max-lg:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-lg:z-10 max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:px-4 max-lg:py-3',
        )}
      >
        {ordered.map((outcome, position) => {
          const kind = outcome.kind ?? 'neutral';
          return (
            <Button
              key={outcome.key}
              data-kind={kind}
              variant={variantOf(outcome, position)}
              busy={busy === outcome.key}
              disabled={busy !== null && busy !== outcome.key}
              disabledReason={forbidden}
              onClick={() => choose(outcome)}
              className={classNames(
                'max-sm:flex-1',
                kind === 'negative' && apart(ordered, position) && 'sm:ml-auto',
              )}
            >
              {outcome.name}
            </Button>
          );
        })}
      </div>
    </div>
  );
}

/** The first negative one stands away from the others. */
function apart(ordered: readonly Outcome[], position: number): boolean {
  return ordered.findIndex(({ kind }) => kind === 'negative') === position;
}

function variantOf(outcome: Outcome, position: number): 'primary' | 'secondary' | 'danger-quiet' {
  if (outcome.kind === 'negative') return 'danger-quiet';
  return outcome.kind === 'positive' && position === 0 ? 'primary' : 'secondary';
}
