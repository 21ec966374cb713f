'use client';

import { Plus, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { FieldChoice } from '@/components/designer/document/form-fields';
import { followsName, freeKey, keyOfName } from '@/components/designer/document/keys';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';

/** What can be chosen in a field, with the words for each. */
export function FieldChoices({
  choices,
  readOnly,
  put,
}: {
  choices: readonly FieldChoice[];
  readOnly: boolean;
  put: (choices: readonly FieldChoice[], typed?: string | null) => void;
}) {
  const t = useTranslations('designer.form');
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 text-sm font-medium">{t('choices')}</legend>
      {choices.map(({ value, title }, index) => (
        <div key={index} className="flex items-center gap-1.5">
          <Input
            aria-label={t('choice', { number: index + 1 })}
            value={title}
            readOnly={readOnly}
            onChange={(event) => {
              const next = event.currentTarget.value;
              const taken = choices.filter((_, at) => at !== index).map((one) => one.value);
              const key = followsName(value, title, 'first') ? freeKey(keyOfName(next, value), taken) : value;
              put(
                choices.map((one, at) => (at === index ? { value: key, title: next } : one)),
                `choice${index}`,
              );
            }}
          />
          {readOnly || choices.length === 1 ? null : (
            <IconButton
              size="sm"
              label={t('removeChoice', { choice: title })}
              icon={<X aria-hidden />}
              onClick={() => put(choices.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
      {readOnly ? null : (
        <Button
          size="sm"
          variant="quiet"
          className="self-start"
          icon={<Plus aria-hidden />}
          onClick={() =>
            put([
              ...choices,
              {
                value: freeKey(
                  'choice',
                  choices.map((one) => one.value),
                ),
                title: 'Choice',
              },
            ])
          }
        >
          {t('addChoice')}
        </Button>
      )}
    </fieldset>
  );
}
