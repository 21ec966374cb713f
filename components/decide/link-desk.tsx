'use client';

import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { JsonForm, type JsonFormHandle } from '@/components/forms/json-form';
import { problemsBelow, problemsIn, type Refused } from '@/components/forms/server-problems';
import { inOrder } from '@/components/tasks/outcome-order';
import { useReasonHint } from '@/components/tasks/use-reason-hint';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import type { Outcome } from '@/lib/engine/definition/step-schema';
import type { JsonObject } from '@/lib/engine/json';
import { decideByLinkAction } from '@/lib/notifications/actions';
import type { TaskDetail } from '@/lib/tasks/schema';

/** Decides the task of a link: only when a button is pressed. Afterwards the page shows what the link finds then. */
export function LinkDesk({ task, token }: { task: TaskDetail; token: string }) {
  const t = useTranslations('decide');
  const router = useRouter();
  const form = useRef<JsonFormHandle>(null);
  const reasonField = useRef<HTMLDivElement>(null);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const outcomes = inOrder(task.outcomes);
  const hint = useReasonHint(outcomes);

  async function decide(outcome: Outcome) {
    if (busy !== null) return;
    if (outcome.reason === 'required' && reason.trim() === '') {
      setMissing(outcome);
      reasonField.current?.querySelector('textarea')?.focus();
      return;
    }
    const data: JsonObject | null = task.form ? (form.current?.check() ?? null) : {};
    if (data === null) return;
    setBusy(outcome.key);
    setProblem(null);
    try {
      const decision = { outcome: outcome.key, form: data, reason: reason.trim() || null };
      const result = await decideByLinkAction(token, decision);
      if (!result.ok) {
        const problems = problemsBelow(problemsIn(result.refusal.data), '/form');
        setRefused({ problems, data });
        setProblem(problems.length > 0 ? t('formRefused') : result.refusal.message);
      }
      router.refresh();
    } catch {
      setProblem(t('unreachable'));
    } finally {
      setBusy(null);
    }
  }

  return (
    <div className="mt-6 flex flex-col gap-4 border-t border-line pt-5">
      {task.form ? (
        <JsonForm
          ref={form}
          schema={task.form.schema}
          ui={task.form.ui}
          refused={refused}
          filesTo={`/api/workflows/instances/${task.instanceId}/documents`}
        />
      ) : null}
      {outcomes.some((one) => one.reason !== 'none') ? (
        <div ref={reasonField}>
          <Field
            label={t('reason')}
            optional={hint === undefined}
            hint={hint}
            error={missing ? t('reasonMissing', { outcome: missing.name }) : undefined}
          >
            <Textarea
              rows={3}
              value={reason}
              onChange={(event) => {
                setMissing(null);
                setReason(event.currentTarget.value);
              }}
            />
          </Field>
        </div>
      ) : null}
      {problem === null ? null : (
        <Banner tone="danger" title={t('refusedNow')} live>
          {problem}
        </Banner>
      )}
      <div role="group" aria-label={t('outcomes')} className="flex flex-wrap gap-2">
        {outcomes.map((outcome, position) => (
          <Button
            key={outcome.key}
            size="lg"
            className="max-sm:w-full"
            variant={
              outcome.kind === 'negative'
                ? 'danger-quiet'
                : outcome.kind === 'positive' && position === 0
                  ? 'primary'
                  : 'secondary'
            }
            busy={busy === outcome.key}
            disabled={busy !== null && busy !== outcome.key}
            onClick={() => void decide(outcome)}
          >
            {outcome.name}
          </Button>
        ))}
      </div>
    </div>
  );
}
