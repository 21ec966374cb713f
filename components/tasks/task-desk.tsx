'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { type Draft, dropDraft, keepDraft, readDraft } from '@/components/forms/drafts';
import { JsonForm, type JsonFormHandle } from '@/components/forms/json-form';
import { problemsBelow, problemsIn, type Refused } from '@/components/forms/server-problems';
import { AnswerNext } from '@/components/instances/answer-next';
import { Banner } from '@/components/ui/banner';
import { notify } from '@/components/ui/toast';
import { isOpenTask } from '@/lib/engine/lifecycle';
import type { JsonObject } from '@/lib/engine/json';
import type { Outcome } from '@/lib/engine/definition/step-schema';
import { decideTaskAction } from '@/lib/tasks/actions';
import type { DecidedTask, TaskDetail } from '@/lib/tasks/schema';
import type { TaskDraft } from '@/lib/inbox/schema';
import { HeldDecision } from './held-decision';
import { LockedDraft } from './locked-draft';
import { OutcomeBar } from './outcome-bar';
import { inOrder } from './outcome-order';
import { Receipt } from './receipt';
import { sendLeft } from './send-left';
import { TaskEnd } from './task-end';
import { useHeld } from './use-held';
import { useServerDraft } from './use-server-draft';

const nothing: Draft = { form: {}, text: '' };

/** What is about to be sent. */
export type Decision = {
  readonly outcome: Outcome;
  readonly form: JsonObject;
  readonly reason: string | null;
  /** Of the instance, as the person saw it. */
  readonly version: number;
};

/**
 * Where a task is decided. Give it the task's id as `key`. What was typed is never lost: not by a refusal, not when
 * somebody else decides first, not by going to another task and back, not by going on with another device. A decision is held
 * back for a few seconds before it is sent, and can be taken back until then.
 */
export function TaskDesk({
  task,
  personId,
  stored,
}: {
  task: TaskDetail;
  personId: string;
  /** What the person has typed elsewhere. */
  stored: TaskDraft | null;
}) {
  const t = useTranslations('task');
  const form = useRef<JsonFormHandle>(null);
  const sending = useRef(false);
  const [busy, setBusy] = useState<string | null>(null);
  const [made, setMade] = useState<{ outcome: Outcome; result: DecidedTask } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [draft, setDraft] = useState<Draft>(nothing);
  const server = useServerDraft(task.id);
  const { held, hold, undo, sendNow } = useHeld<Decision>(
    (decision) => void send(decision),
    (decision) => void leave(decision),
  );
  // The form takes what it begins with once; a draft is known in the browser only, and then makes it anew.
  const [begun, setBegun] = useState(nothing);

  const fromServer = useRef(stored && { form: stored.form, text: stored.reason });
  useEffect(() => {
    // This tab may be ahead of what has reached the server.
    const kept = readDraft(personId, task.id) ?? fromServer.current;
    if (!kept) return;
    setDraft(kept);
    setBegun(kept);
  }, [personId, task.id]);

  function change(part: Partial<Draft>) {
    const next = { ...draft, ...part };
    setDraft(next);
    keepDraft(personId, task.id, next);
    server.keep(next);
  }

  function decide(outcome: Outcome) {
    if (sending.current) return;
    const data: JsonObject | null = task.form ? (form.current?.check() ?? null) : {};
    if (data === null) return;
    setProblem(null);
    const reason = draft.text.trim() === '' ? null : draft.text.trim();
    hold({ outcome, form: data, reason, version: task.version });
  }

  async function send({ outcome, form: data, reason, version }: Decision) {
    sending.current = true;
    setBusy(outcome.key);
    try {
      const result = await decideTaskAction(task.id, { outcome: outcome.key, form: data, reason, version });
      if (result.ok) {
        dropDraft(personId, task.id);
        server.drop();
        setDraft(nothing);
        setMade({ outcome, result: result.value });
        return;
      }
      const problems = problemsBelow(problemsIn(result.refusal.data), '/form');
      setRefused({ problems, data });
      setProblem(problems.length > 0 ? t('formRefused') : result.refusal.message);
    } catch {
      setProblem(t('unreachableDecision'));
    } finally {
      sending.current = false;
      setBusy(null);
    }
  }

  /** Whoever has gone on believes it decided: where it was not, they hear of it wherever they are. */
  async function leave(decision: Decision) {
    const { recorded, why } = await sendLeft(task, decision);
    if (recorded) dropDraft(personId, task.id);
    else {
      const description = `${task.title}: ${why ?? t('unreachableDecision')}`;
      notify({ tone: 'danger', title: t('refused'), description });
    }
  }

  if (made) return <Receipt task={task} outcome={made.outcome} result={made.result} />;
  const open = isOpenTask(task.status);
  const typed = draft.text.trim() !== '' || Object.keys(draft.form).length > 0;
  if (!open || !task.mayDecide.ok) {
    return (
      <div className="mt-6 px-4 pb-6 sm:px-6">
        {open ? null : <TaskEnd task={task} personId={personId} />}
        {typed ? <LockedDraft form={task.form} draft={draft} /> : null}
        {open && !task.mayDecide.ok ? (
          <OutcomeBar task={task} reason="" forbidden={task.mayDecide.message} busy={null} />
        ) : null}
      </div>
    );
  }
  return (
    <>
      {task.form ? (
        <section className="mt-6 border-t border-line px-4 py-5 sm:px-6">
          <h2 className="mb-4 text-sm font-semibold text-ink">{t('form')}</h2>
          <JsonForm
            key={begun === nothing ? 'new' : 'draft'}
            ref={form}
            schema={task.form.schema}
            ui={task.form.ui}
            initial={begun.form}
            onChange={(data) => change({ form: data })}
            refused={refused}
            readOnly={held !== null}
            filesTo={`/api/workflows/instances/${task.instanceId}/documents`}
          />
        </section>
      ) : null}
      <div className="px-4 pb-3 sm:px-6">
        <AnswerNext next={nextInOrder(task)} />
      </div>
      {held ? (
        <HeldDecision outcome={held.value.outcome.name} until={held.until} onUndo={undo} onSend={sendNow} />
      ) : (
        <OutcomeBar
          task={task}
          reason={draft.text}
          onReason={(text) => change({ text })}
          onDecide={decide}
          busy={busy}
          problem={
            problem === null ? null : (
              <Banner tone="danger" title={t('refused')} live>
                {problem}
              </Banner>
            )
          }
        />
      )}
    </>
  );
}

/** Where each outcome leads, in the order of the buttons. */
function nextInOrder({ outcomes, next }: TaskDetail): TaskDetail['next'] {
  return inOrder(outcomes).flatMap(({ key }) => next.filter(({ outcome }) => outcome === key));
}
