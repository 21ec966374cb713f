'use client';

import { useTranslations } from 'next-intl';
import { fileKindNames, kindsIn, withFileKind } from '@/components/instances/file-kinds';
import { Checkbox } from '@/components/ui/checkbox';

/** Which files a field takes, by kind; media types that are of none are there by their own names. */
export function FieldFileKinds({
  accept,
  readOnly,
  put,
}: {
  accept: readonly string[];
  readOnly: boolean;
  put: (accept: readonly string[]) => void;
}) {
  const t = useTranslations('designer.form');
  const kindName = useTranslations('fileKinds');
  const { kinds, others } = kindsIn(accept);
  return (
    <fieldset className="flex flex-col items-start gap-1.5">
      <legend className="mb-1 text-sm font-medium">{t('accept')}</legend>
      {fileKindNames.map((kind) => (
        <Checkbox
          key={kind}
          label={capital(kindName(kind))}
          checked={kinds.includes(kind)}
          readOnly={readOnly}
          onCheckedChange={(taken) => put(withFileKind(accept, kind, taken))}
        />
      ))}
      {others.map((type) => (
        <Checkbox
          key={type}
          label={type}
          checked
          readOnly={readOnly}
          onCheckedChange={() => put(accept.filter((one) => one !== type))}
        />
      ))}
      <p className="text-sm text-muted">{t('acceptHint')}</p>
    </fieldset>
  );
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
