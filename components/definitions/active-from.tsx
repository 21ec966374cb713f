'use client';

import { useTimeZone, useTranslations } from 'next-intl';
import { useState } from 'react';
import { fromControl, toControl } from '@/components/forms/zoned-time';
import { Field, FieldGroup } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { RadioGroup } from '@/components/ui/radio-group';

/** What is chosen: at once to begin with. `read` gives the instant as it is at that moment. */
export function useActiveFrom() {
  const zone = useTimeZone() ?? 'UTC';
  const [later, setLater] = useState(false);
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  /** @returns null for at once; undefined while what is written is no instant to come, which then says so */
  function read(): string | null | undefined {
    if (!later) return null;
    const instant = fromControl(text, zone);
    const comes = instant !== undefined && Date.parse(instant) > Date.now();
    setWrong(!comes);
    return comes ? instant : undefined;
  }
  return { zone, later, setLater, text, setText, wrong, setWrong, read };
}

/** From when on a version is the active one: at once, or from an instant in the reader's zone. */
export function ActiveFromField({
  choice: { zone, later, setLater, text, setText, wrong, setWrong },
}: {
  choice: ReturnType<typeof useActiveFrom>;
}) {
  const t = useTranslations('versions.activeFrom');
  return (
    <div className="flex flex-col gap-3">
      <FieldGroup label={t('label')}>
        <RadioGroup
          aria-label={t('label')}
          value={later ? 'later' : 'now'}
          onValueChange={(value) => {
            setLater(value === 'later');
            setWrong(false);
          }}
          options={[
            { value: 'now', label: t('now'), hint: t('nowHint') },
            { value: 'later', label: t('later'), hint: t('laterHint') },
          ]}
        />
      </FieldGroup>
      {later ? (
        <Field label={t('instant')} hint={t('zone', { zone })} error={wrong ? t('wrong') : undefined}>
          <Input
            type="datetime-local"
            value={text}
            min={toControl(new Date().toISOString(), zone)}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setWrong(false);
            }}
          />
        </Field>
      ) : null}
    </div>
  );
}
