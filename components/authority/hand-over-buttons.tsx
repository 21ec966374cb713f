'use client';

import { Forward, Undo2, UserRoundPen } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState, type ReactElement } from 'react';
import { ConfirmButton } from '@/components/administration/confirm-button';
import { FormDialog } from '@/components/administration/form-dialog';
import { Problem } from '@/components/administration/problem';
import { useChange } from '@/components/administration/use-change';
import { PersonPicker } from '@/components/people/person-picker';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import type { Person } from '@/lib/engine/snapshot';
import { delegateTaskAction, handBackTaskAction, reassignTaskAction } from '@/lib/tasks/actions';
import type { TaskDetail } from '@/lib/tasks/schema';

/** Giving the task to somebody else, handing it back, and reassigning it as staff. */
export function HandOverButtons({ task, personId }: { task: TaskDetail; personId: string }) {
  const t = useTranslations('authority.handOver');
  const held = task.assignee?.id === personId;
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {task.mayHandBack ? (
        <ConfirmButton
          trigger={
            <Button size="sm" icon={<Undo2 aria-hidden />}>
              {t(held ? 'handBack' : 'callBack')}
            </Button>
          }
          title={t(held ? 'handBackTitle' : 'callBackTitle')}
          text={t('handBackText', { name: task.delegatedBy?.name ?? '' })}
          confirm={t(held ? 'handBack' : 'callBack')}
          done={t('handedBack')}
          run={() => handBackTaskAction(task.id)}
        />
      ) : null}
      {task.mayDelegate ? (
        <GiveTo
          kind="delegate"
          task={task}
          trigger={
            <Button size="sm" icon={<Forward aria-hidden />}>
              {t('delegate')}
            </Button>
          }
        />
      ) : null}
      {task.mayReassign ? (
        <GiveTo
          kind="reassign"
          task={task}
          trigger={
            <Button size="sm" icon={<UserRoundPen aria-hidden />}>
              {t('reassign')}
            </Button>
          }
        />
      ) : null}
    </div>
  );
}

function GiveTo({
  kind,
  task,
  trigger,
}: {
  kind: 'delegate' | 'reassign';
  task: TaskDetail;
  trigger: ReactElement;
}) {
  const t = useTranslations('authority.handOver');
  return (
    <FormDialog
      trigger={trigger}
      title={t(`${kind}Title`, { title: task.title })}
      text={t(`${kind}Text`)}
      form={(close) => <GiveToForm kind={kind} task={task} onDone={close} />}
    />
  );
}

function GiveToForm({
  kind,
  task,
  onDone,
}: {
  kind: 'delegate' | 'reassign';
  task: TaskDetail;
  onDone: () => void;
}) {
  const t = useTranslations('authority.handOver');
  const change = useChange();
  const [to, setTo] = useState<Person | null>(null);
  const [reason, setReason] = useState('');

  async function give() {
    const missing: Record<string, string> = {};
    if (!to) missing['/to'] = t('toMissing');
    if (kind === 'reassign' && reason.trim() === '') missing['/reason'] = t('reasonMissing');
    change.setProblems(missing);
    if (!to || Object.keys(missing).length > 0) return;
    const why = reason.trim();
    const given = await change.run(
      () =>
        kind === 'delegate'
          ? delegateTaskAction(task.id, { to: to.email, reason: why || null })
          : reassignTaskAction(task.id, { to: to.email, reason: why }),
      t('given', { name: to.name }),
    );
    if (given) onDone();
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void give();
      }}
    >
      <Field label={t('to')} hint={t('toHint')} error={change.problems['/to']}>
        <PersonPicker value={to} onChange={setTo} />
      </Field>
      <Field label={t('reason')} optional={kind === 'delegate'} error={change.problems['/reason']}>
        <Textarea value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
      <Problem change={change} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={change.busy}>
          {t(kind)}
        </Button>
      </div>
    </form>
  );
}
