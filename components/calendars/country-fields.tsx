'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { listStatesAction } from '@/lib/calendars/actions';
import type { Country, CountrySet } from '@/lib/calendars/schema';

const none = 'none';

/** The country whose holidays count, and a state of it. */
export function CountryFields({
  value,
  countries,
  error,
  onChange,
}: {
  value: CountrySet | null;
  countries: readonly Country[];
  error: string | undefined;
  onChange: (value: CountrySet | null) => void;
}) {
  const t = useTranslations('calendars');
  const [states, setStates] = useState<{ of: string; list: readonly Country[] } | null>(null);
  const country = value?.country ?? null;

  useEffect(() => {
    if (country === null) return;
    let wanted = true;
    void listStatesAction(country).then((found) => {
      if (wanted) setStates({ of: country, list: found.ok ? found.value : [] });
    });
    return () => {
      wanted = false;
    };
  }, [country]);

  const offered = states?.of === country ? states.list : [];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('country')} hint={t('countryHint')} error={error}>
        <Select
          value={country ?? none}
          onValueChange={(code) => onChange(code === null || code === none ? null : { country: code })}
          options={[
            { value: none, label: t('noHolidays') },
            ...countries.map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
      </Field>
      {country !== null && offered.length > 0 ? (
        <Field label={t('state')}>
          <Select
            value={value?.state ?? none}
            onValueChange={(code) =>
              onChange(code === null || code === none ? { country } : { country, state: code })
            }
            options={[
              { value: none, label: t('wholeCountry') },
              ...offered.map(({ code, name }) => ({ value: code, label: name })),
            ]}
          />
        </Field>
      ) : null}
    </div>
  );
}
