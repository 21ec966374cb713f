'use client';

import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';

/** From which version to which; the choice stands in the address. */
export function VersionChoice({
  definitionKey,
  versions,
  from,
  to,
}: {
  definitionKey: string;
  versions: readonly { readonly version: number; readonly liveInstances: number }[];
  from: number;
  to: number;
}) {
  const t = useTranslations('migration.versions');
  const router = useRouter();
  const options = versions.map(({ version, liveInstances }) => ({
    value: String(version),
    label: t('version', { version }),
    hint: t('live', { count: liveInstances }),
  }));
  const go = (next: { from?: string | null; to?: string | null }) => {
    const search = new URLSearchParams({ from: next.from ?? String(from), to: next.to ?? String(to) });
    router.push(`/definitions/${definitionKey}/migrate?${search}`);
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('from')}>
        <Select options={options} value={String(from)} onValueChange={(value) => go({ from: value })} />
      </Field>
      <Field label={t('to')}>
        <Select
          options={options.filter(({ value }) => value !== String(from))}
          value={String(to)}
          onValueChange={(value) => go({ to: value })}
        />
      </Field>
    </div>
  );
}
