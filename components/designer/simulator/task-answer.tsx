'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { JsonForm, type JsonFormHandle } from '@/components/forms/json-form';
import { useDesigner } from '@/components/designer/store';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { deciders } from '@/lib/engine/simulation/answering';
import type { Outcome } from '@/lib/engine/definition/step-schema';
import type { Task } from '@/lib/engine/snapshot';
import { mayDecide } from '@/lib/tasks/authority';
import { AnswerCard } from './answer-card';
import { useSession } from './session';

/** Decides a task as one of those who might decide it now. */
export function TaskAnswer({ task }: { task: Task }) {
  const t = useTranslations('simulator.task');
  const { simulation, answer } = useSession();
  const roleNames = useDesigner((state) => state.known.roleNames);
  const form = useRef<JsonFormHandle>(null);
  const [by, setBy] = useState('');
  const [reason, setReason] = useState('');
  const able = deciders(simulation, task, mayDecide);
  const asksReason = task.outcomes.some((outcome) => outcome.reason !== 'none');

  function decide(outcome: Outcome) {
    const values = task.form ? (form.current?.check() ?? null) : {};
    if (values === null) return;
    answer({
      do: 'decide',
      step: task.step,
      outcome: outcome.key,
      ...(by !== '' && { by }),
      ...(task.form && { form: values }),
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    });
  }

  return (
    <AnswerCard label={t('label', { title: task.title })} title={task.title}>
      {task.approvals.required > 1 ? (
        <p className="text-sm text-muted">
          {t('votes', { given: task.votes.length, required: task.approvals.required })}
        </p>
      ) : null}
      {able.length === 0 ? (
        <Banner tone="caution" title={t('nobody')}>
          {task.candidateRoles.length > 0
            ? t('nobodyText', {
                roles: task.candidateRoles.map((role) => roleNames[role] ?? role).join(', '),
              })
            : null}
        </Banner>
      ) : null}
      <Field label={t('by')}>
        <Select
          value={by}
          onValueChange={(value) => setBy(value ?? '')}
          options={[
            { value: '', label: t('somebody') },
            ...able.map(({ email, name, roles }) => ({
              value: email,
              label: name,
              hint: roles.map((role) => roleNames[role] ?? role).join(', '),
            })),
          ]}
        />
      </Field>
      {task.form ? <JsonForm ref={form} schema={task.form.schema} ui={task.form.ui ?? null} /> : null}
      {asksReason ? (
        <Field label={t('reason')} optional>
          <Input value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
        </Field>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {task.outcomes.map((outcome) => (
          <Button
            key={outcome.key}
            size="sm"
            variant={
              outcome.kind === 'negative' ? 'danger' : outcome.kind === 'positive' ? 'primary' : 'secondary'
            }
            onClick={() => decide(outcome)}
          >
            {outcome.name}
          </Button>
        ))}
      </div>
    </AnswerCard>
  );
}
