'use client';

import { ArrowUpRight, Bell, Forward, LogOut } from 'lucide-react';
import { useTimeZone, useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { DerivationSentence } from '@/components/deadlines/derivation-sentence';
import { useInstantWords } from '@/components/deadlines/instant-words';
import { useRungWords } from '@/components/deadlines/rung-words';
import type { SettingPath } from '@/components/designer/document/settings';
import { useDesigner, useDocument } from '@/components/designer/store';
import { fromControl, toControl } from '@/components/forms/zoned-time';
import { wordsOfKey } from '@/components/instances/words';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { Derivation } from '@/lib/deadlines/schema';
import type { Definition } from '@/lib/engine/definition/schema';
import { dueSchema, type Rung } from '@/lib/engine/definition/step-schema';
import { deadlineAt, type DeadlinePreview as Preview } from '@/lib/engine/simulation/deadline-at';

const icons = { remind: Bell, reassign: Forward, escalate: ArrowUpRight, transition: LogOut } as const;

/** When the deadline and each rung would be, for a step that is entered at an instant that one chooses. */
export function DeadlinePreview({ path, due }: { path: SettingPath; due: unknown }) {
  const t = useTranslations('ladder');
  const { definition } = useDocument();
  const known = useDesigner((state) => state.known);
  const zone = useTimeZone() ?? known.timeZone;
  const [entered, setEntered] = useState(() => toControl(new Date().toISOString(), zone));
  const instant = fromControl(entered, zone);
  const read = useMemo(() => dueSchema.safeParse(due), [due]);
  const { key, calendar } = definition;
  const result = useMemo(
    () =>
      read.success && instant !== undefined
        ? deadlineAt(definition, read.data, {
            instant: `${instant.slice(0, 19)}.000000Z`,
            timeZone: known.timeZone,
            calendars: known.calendarValues,
          })
        : null,
    // The rest of the definition plays no part.
    [read, instant, key, calendar, known.timeZone, known.calendarValues],
  );
  if (!read.success) return null;
  const step = path[0] === 'steps' ? definition.steps[Number(path[1])] : undefined;
  return (
    <section
      aria-label={t('preview')}
      className="flex min-w-0 flex-col gap-2 rounded-md border border-line bg-sunken p-2.5"
    >
      <Field label={t('entered')} hint={t('inZone', { zone })}>
        <Input
          type="datetime-local"
          value={entered}
          onChange={(event) => setEntered(event.currentTarget.value)}
        />
      </Field>
      {result && !result.ok ? <p className="text-sm text-danger-ink">{result.message}</p> : null}
      {result?.ok ? (
        <Timeline
          preview={result.preview}
          ladder={read.data.ladder ?? []}
          stepKey={step?.key}
          entered={instant ?? ''}
          definition={definition}
        />
      ) : null}
    </section>
  );
}

function Timeline({
  preview: { dueAt, basis, rungs },
  ladder,
  stepKey,
  entered,
  definition,
}: {
  preview: Preview;
  ladder: readonly Rung[];
  stepKey: string | undefined;
  entered: string;
  definition: Definition;
}) {
  const t = useTranslations('ladder');
  const derivation = derivationOf(basis);
  const words = useInstantWords(derivation.timeZone);
  const describe = useRungWords();
  const roleNames = useDesigner((state) => state.known.roleNames);
  const names = new Map(definition.steps.map(({ key, name }) => [key, name ?? wordsOfKey(key)]));
  const leadsTo = (rung: Rung) =>
    definition.transitions
      .filter(
        ({ from, on }) =>
          from === stepKey && typeof on === 'object' && 'deadline' in on && on.deadline === rung.key,
      )
      .map(({ to }) => names.get(to) ?? to);
  const lines = [
    ...rungs.flatMap(({ key, at }) => {
      const rung = ladder.find((one) => one.key === key);
      if (!rung) return [];
      const Icon = icons[rung.action];
      const role = rung.to?.role;
      const what = describe({
        action: rung.action,
        roleName: role === undefined ? null : (roleNames[role] ?? wordsOfKey(role)),
        toManager: rung.to?.manager === true,
        leadsTo: leadsTo(rung),
      });
      return [{ key, at, icon: <Icon aria-hidden />, what }];
    }),
    { key: '', at: dueAt, icon: null, what: t('due') },
  ].sort((left, right) => Date.parse(left.at) - Date.parse(right.at));
  return (
    <>
      <div className="text-sm text-muted">
        <DerivationSentence derivation={derivation} />
      </div>
      <ol aria-label={t('preview')} className="flex flex-col gap-1.5">
        {lines.map(({ key, at, icon, what }) => (
          <li key={key} className="flex items-start gap-2 text-sm">
            <span className="grid size-5 shrink-0 place-items-center text-faint [&_svg]:size-3.5">
              {icon}
            </span>
            <span className="min-w-0">
              <span className="font-medium tabular-nums">{words.withZone(at)}</span>{' '}
              <span className={key === '' ? 'font-medium' : undefined}>{what}</span>
              {Date.parse(at) < Date.parse(entered) ? (
                <span className="block text-caution-ink">{t('atOnce')}</span>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

/** The basis of an event, as the sentence about it reads it. */
function derivationOf(basis: Preview['basis']): Omit<Derivation, 'given'> {
  const { duration, from, timeZone, calendar, skipped } = basis as Partial<Derivation>;
  return {
    duration: duration ?? null,
    from: from ?? null,
    timeZone: timeZone ?? 'UTC',
    calendar: calendar ?? null,
    skipped: skipped ?? [],
  };
}
