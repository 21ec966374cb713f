import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { FieldDraft } from './plan-draft';

const kinds = ['empty', 'value', 'expression'] as const;

/** What the new version requires, and how each instance gets it. */
export function DataFields({
  data,
  onChange,
}: {
  data: Readonly<Record<string, FieldDraft>>;
  onChange: (data: Readonly<Record<string, FieldDraft>>) => void;
}) {
  const t = useTranslations('migration.data');
  const options = kinds.map((kind) => ({ value: kind, label: t(kind) }));
  return (
    <div className="flex flex-col gap-3">
      {Object.entries(data).map(([path, draft]) => {
        const set = (part: Partial<FieldDraft>) => onChange({ ...data, [path]: { ...draft, ...part } });
        return (
          <div key={path} className="grid gap-2 sm:grid-cols-2 sm:items-end">
            <Field label={t('kind', { field: path })}>
              <Select
                options={options}
                value={draft.kind}
                onValueChange={(kind) => set({ kind: kinds.find((one) => one === kind) ?? 'empty' })}
              />
            </Field>
            {draft.kind === 'empty' ? null : (
              <Input
                aria-label={`${path}: ${t(draft.kind)}`}
                value={draft.text}
                className={draft.kind === 'expression' ? 'font-mono' : undefined}
                onChange={(event) => set({ text: event.currentTarget.value })}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
