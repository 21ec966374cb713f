import { useTranslations } from 'next-intl';
import { equalJson, type JsonObject } from '@/lib/engine/json';

/** The fields of a context that differ, each as it was and as it would be. */
export function ContextChanges({ before, after }: { before: JsonObject; after: JsonObject }) {
  const t = useTranslations('instance.data');
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !equalJson(before[name] ?? null, after[name] ?? null))
    .sort();
  if (names.length === 0) return <p className="text-sm text-muted">{t('same')}</p>;
  return (
    <div className="text-sm">
      <p className="font-medium text-ink">{t('changes')}</p>
      <dl className="mt-1 flex flex-col gap-2">
        {names.map((name) => (
          <div key={name} className="rounded-md border border-line p-2 font-mono text-xs">
            <dt className="font-semibold">{name}</dt>
            <dd className="wrap-anywhere text-danger-ink">
              <del className="no-underline">− {textOf(before, name)}</del>
            </dd>
            <dd className="wrap-anywhere text-positive-ink">
              <ins className="no-underline">+ {textOf(after, name)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function textOf(context: JsonObject, name: string): string {
  return Object.hasOwn(context, name) ? JSON.stringify(context[name]) : '—';
}
