'use client';

import { Send } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { wordsOfKey } from '@/components/instances/words';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { LinkButton } from '@/components/ui/link-button';
import { notify } from '@/components/ui/toast';
import type { Startable } from '@/lib/definitions/schema';
import type { JsonObject } from '@/lib/engine/json';
import { startInstanceAction } from '@/lib/instances/actions';
import { limits } from '@/lib/instances/schema';
import { type Draft, dropDraft, keepDraft, readDraft } from './drafts';
import { drawKey, drawReference } from './drawn';
import { JsonForm, type JsonFormHandle } from './json-form';
import { problemsBelow, problemsIn, type Refused } from './server-problems';
import { subjectProperty } from './subject-field';

type Problem = { readonly title: string; readonly text?: string; readonly instanceId?: string };

const nothing: Draft = { form: {}, text: '' };

/** Starts a request. Sent twice, by a double click or after a lost answer, it starts once. */
export function StartForm({ startable, personId }: { startable: Startable; personId: string }) {
  const t = useTranslations('start');
  const router = useRouter();
  const form = useRef<JsonFormHandle>(null);
  const subjectField = useRef<HTMLInputElement>(null);
  const sending = useRef(false);
  const [idempotencyKey] = useState(drawKey);
  const [busy, setBusy] = useState(false);
  const [subjectError, setSubjectError] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [draft, setDraft] = useState<Draft>(nothing);
  // The form takes what it begins with once; another beginning makes it anew.
  const [begun, setBegun] = useState({ form: {} as JsonObject, times: 0 });
  const [restored, setRestored] = useState(false);
  const { key, input, inputUi } = startable;
  const { type, unique } = startable.subject;
  const property = subjectProperty(startable);
  const draftKey = `start:${key}`;

  // Where a number of its own is not needed to tell two apart, nobody has to think of one.
  const drawn = useCallback(
    () => ({ form: {}, text: property === null && !unique ? drawReference(type) : '' }),
    [property, type, unique],
  );

  useEffect(() => {
    const kept = readDraft(personId, draftKey);
    setDraft(kept ?? drawn());
    if (kept) begin(kept.form);
    setRestored(kept !== null);
  }, [personId, draftKey, drawn]);

  function begin(form: JsonObject) {
    setBegun(({ times }) => ({ form, times: times + 1 }));
  }

  function startAfresh() {
    dropDraft(personId, draftKey);
    setDraft(drawn());
    begin({});
    setRestored(false);
    setRefused(null);
    setProblem(null);
    setSubjectError(null);
  }

  function change(part: Partial<Draft>) {
    const next = { ...draft, ...part };
    setDraft(next);
    keepDraft(personId, draftKey, next);
  }

  /** What is to be sent, or null with everything wrong shown. */
  function checked(): { subjectId: string; data: JsonObject } | null {
    const typed = draft.text.trim();
    const missing = property === null && typed === '';
    setSubjectError(missing ? t('subjectMissing') : null);
    const data: JsonObject | null = input ? (form.current?.check() ?? null) : {};
    if (missing) subjectField.current?.focus();
    if (missing || data === null) return null;
    return { subjectId: property === null ? typed : String(data[property] ?? '').trim(), data };
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (sending.current) return;
    const order = checked();
    if (!order) return;
    sending.current = true;
    setBusy(true);
    setProblem(null);
    try {
      const { subjectId, data } = order;
      const result = await startInstanceAction(
        { definition: key, subject: { id: subjectId }, input: data },
        idempotencyKey,
      );
      if (result.ok) {
        dropDraft(personId, draftKey);
        notify({ tone: 'positive', title: t('sent') });
        // The button stays busy until the request's page is there.
        router.push(`/requests/${result.value.id}`);
        return;
      }
      showRefusal(result.refusal, data);
    } catch {
      setProblem({ title: t('failed'), text: t('unreachable') });
    }
    sending.current = false;
    setBusy(false);
  }

  function showRefusal(refusal: { code: string; message: string; data: JsonObject }, data: JsonObject) {
    const problems = problemsIn(refusal.data);
    const ofSubject = problemsBelow(problems, '/subject')[0]?.message ?? null;
    const ofInput = problemsBelow(problems, '/input');
    const atField =
      property !== null && ofSubject !== null ? [{ path: `/${property}`, message: ofSubject }] : [];
    setRefused({ problems: [...ofInput, ...atField], data });
    setSubjectError(property === null ? ofSubject : null);
    const instanceId = refusal.data['instanceId'];
    if (typeof instanceId === 'string') {
      const duplicate = refusal.code === 'duplicate';
      setProblem({
        title: t(duplicate ? 'duplicate' : 'arrived'),
        text: t(duplicate ? 'duplicateText' : 'arrivedText'),
        instanceId,
      });
    } else if (ofInput.length > 0 || ofSubject !== null) {
      setProblem({ title: t('failed'), text: t('fieldsRefused') });
    } else {
      setProblem({ title: t('failed'), text: refusal.message });
    }
  }

  const kind = wordsOfKey(type);
  return (
    <form onSubmit={(event) => void send(event)} noValidate className="flex flex-col gap-5">
      {restored ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-sunken px-3 py-2 text-sm text-muted">
          <span className="flex-1 basis-60">{t('restored')}</span>
          <Button size="sm" variant="quiet" onClick={startAfresh}>
            {t('afresh')}
          </Button>
        </p>
      ) : null}
      {property === null ? (
        <Field
          label={t('subject', { kind })}
          hint={t(unique ? 'subjectUnique' : 'subjectDrawn', { kind: kind.toLocaleLowerCase() })}
          error={subjectError}
          className="max-w-88"
        >
          <Input
            ref={subjectField}
            value={draft.text}
            maxLength={limits.subjectCharacters}
            autoComplete="off"
            aria-required
            onChange={(event) => {
              setSubjectError(null);
              change({ text: event.currentTarget.value });
            }}
          />
        </Field>
      ) : null}
      {input ? (
        <JsonForm
          key={begun.times}
          ref={form}
          schema={input}
          ui={inputUi}
          initial={begun.form}
          onChange={(data) => change({ form: data })}
          refused={refused}
          filesTo={`/api/workflows/files?definition=${key}`}
        />
      ) : null}
      {problem ? (
        <Banner
          tone={problem.instanceId === undefined ? 'danger' : 'caution'}
          title={problem.title}
          live
          actions={
            problem.instanceId === undefined ? null : (
              <LinkButton size="sm" href={`/requests/${problem.instanceId}`}>
                {t('seeExisting')}
              </LinkButton>
            )
          }
        >
          {problem.text}
        </Banner>
      ) : null}
      <div className="flex flex-wrap items-center gap-2 border-t border-line pt-5">
        <Button
          type="submit"
          variant="primary"
          size="lg"
          icon={<Send aria-hidden />}
          busy={busy}
          className="max-sm:w-full"
        >
          {t('send')}
        </Button>
        <LinkButton href="/start" variant="quiet" size="lg" className="max-sm:w-full">
          {t('cancel')}
        </LinkButton>
      </div>
    </form>
  );
}
