'use client';

import { useFormatter, useLocale, useTimeZone, useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { parseNumber } from '@/components/forms/number-text';
import { problemsIn } from '@/components/forms/server-problems';
import { fromControl, toControl } from '@/components/forms/zoned-time';
import { PersonPicker } from '@/components/people/person-picker';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { ChoiceBox } from '@/components/ui/choice-box';
import { Field, FieldGroup } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { notify } from '@/components/ui/toast';
import { createAbsenceAction } from '@/lib/absence/actions';
import type { ScopeProcess } from '@/lib/absence/processes';
import { type CreateAbsence, limits } from '@/lib/absence/schema';
import type { Person } from '@/lib/engine/snapshot';

export type AbsenceFormProps = {
  /** What a deputy's part can be narrowed to. */
  processes: readonly ScopeProcess[];
  /** Address of the reader, who is away; left out, the form asks who is. */
  own?: string;
  onDone: () => void;
};

type Problems = Readonly<Record<string, string>>;

/** Who is away, from when to when, and who acts for them in what. */
export function AbsenceForm({ processes, own, onDone }: AbsenceFormProps) {
  const t = useTranslations('absence.form');
  const format = useFormatter();
  const locale = useLocale();
  const zone = useTimeZone() ?? 'UTC';
  const [person, setPerson] = useState<Person | null>(null);
  const [deputy, setDeputy] = useState<Person | null>(null);
  const [startsAt, setStartsAt] = useState(() => toControl(new Date().toISOString(), zone));
  const [endsAt, setEndsAt] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const covered = chosen.length === 0 ? processes : processes.filter(({ key }) => chosen.includes(key));
  const withAmount = covered.filter(({ namesAmount }) => namesAmount).map(({ name }) => name);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const missing: Record<string, string> = {};
    if (!own && !person) missing['/person'] = t('personMissing');
    if (!deputy) missing['/deputy'] = t('deputyMissing');
    const ends = fromControl(endsAt, zone);
    if (!ends) missing['/endsAt'] = t('endMissing');
    const limited = amount.trim() !== '';
    const most = limited ? parseNumber(amount, locale) : null;
    if (limited && (most === null || most < 0)) missing['/mostAmount'] = t('amountWrong');
    else if (limited && withAmount.length === 0) missing['/mostAmount'] = t('amountNowhere');
    setProblems(missing);
    setProblem(null);
    if (Object.keys(missing).length > 0 || !deputy || !ends) return;
    const starts = fromControl(startsAt, zone);
    const absence: CreateAbsence = {
      ...(person && { person: person.email }),
      deputy: deputy.email,
      ...(starts && { startsAt: starts }),
      endsAt: ends,
      processes: [...chosen],
      mostAmount: most,
      note: note.trim() || null,
    };
    setBusy(true);
    const result = await createAbsenceAction(absence).catch(() => null);
    setBusy(false);
    if (result?.ok) {
      notify({ tone: 'positive', title: t('done', { deputy: deputy.name }) });
      onDone();
      return;
    }
    const found = result ? problemsIn(result.refusal.data) : [];
    setProblems(Object.fromEntries(found.map(({ path, message }) => [path, message])));
    if (found.length === 0) setProblem(result ? result.refusal.message : t('unreachable'));
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {own ? null : (
        <Field label={t('person')} error={problems['/person']}>
          <PersonPicker value={person} onChange={setPerson} />
        </Field>
      )}
      <Field label={t('deputy')} hint={t('deputyHint')} error={problems['/deputy']}>
        <PersonPicker value={deputy} onChange={setDeputy} without={own ? [own] : []} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('from')} hint={t('zone', { zone })} error={problems['/startsAt']}>
          <Input
            type="datetime-local"
            value={startsAt}
            onChange={(event) => setStartsAt(event.currentTarget.value)}
          />
        </Field>
        <Field label={t('to')} error={problems['/endsAt']}>
          <Input
            type="datetime-local"
            value={endsAt}
            min={startsAt}
            onChange={(event) => setEndsAt(event.currentTarget.value)}
          />
        </Field>
      </div>
      {processes.length > 0 ? (
        <FieldGroup label={t('processes')} hint={t('processesHint')} optional>
          <ChoiceBox>
            <div className="flex flex-col gap-1.5">
              {processes.map(({ key, name }) => (
                <Checkbox
                  key={key}
                  label={name}
                  checked={chosen.includes(key)}
                  onCheckedChange={(on) =>
                    setChosen(on ? [...chosen, key] : chosen.filter((one) => one !== key))
                  }
                />
              ))}
            </div>
          </ChoiceBox>
        </FieldGroup>
      ) : null}
      {processes.some(({ namesAmount }) => namesAmount) ? (
        <Field
          label={t('amount')}
          hint={
            withAmount.length > 0
              ? t('amountHint', { processes: format.list(withAmount) })
              : t('amountNowhere')
          }
          error={problems['/mostAmount']}
          optional
        >
          <Input
            inputMode="decimal"
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
        </Field>
      ) : null}
      <Field label={t('note')} optional>
        <Input
          value={note}
          maxLength={limits.noteCharacters}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Field>
      {problem === null ? null : (
        <Banner tone="danger" title={t('failed')} live>
          {problem}
        </Banner>
      )}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={busy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
