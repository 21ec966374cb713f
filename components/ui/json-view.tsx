'use client';

import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { classNames } from './class-names';
import { CopyButton } from './copy-button';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

type JsonViewProps = {
  value: Json;
  /** What the data is, for screen readers. */
  label: string;
  /** How many levels are open at first. */
  depth?: number;
  className?: string;
};

/** JSON to read: levels fold, types have their colour, the whole can be copied. */
export function JsonView({ value, label, depth = 2, className }: JsonViewProps) {
  return (
    <div
      role="group"
      aria-label={label}
      className={classNames(
        'relative rounded-md border border-line bg-sunken p-3 pr-12 font-mono text-xs/5',
        className,
      )}
    >
      <CopyButton value={JSON.stringify(value, null, 2)} className="absolute top-1.5 right-1.5" />
      <JsonNode value={value} depth={depth} />
    </div>
  );
}

function JsonNode({ name, value, depth }: { name?: string; value: Json; depth: number }) {
  if (value === null || typeof value !== 'object') {
    return (
      <div className="pl-4 wrap-anywhere">
        <Name name={name} />
        <Scalar value={value} />
      </div>
    );
  }
  return <Branch name={name} value={value} depth={depth} />;
}

function Branch({
  name,
  value,
  depth,
}: {
  name?: string;
  value: Exclude<Json, null | boolean | number | string>;
  depth: number;
}) {
  const t = useTranslations('ui');
  const isList = Array.isArray(value);
  const entries = Object.entries(value as Readonly<Record<string, Json>>);
  const summary = isList ? t('items', { count: entries.length }) : t('fields', { count: entries.length });
  if (entries.length === 0) {
    return (
      <div className="pl-4">
        <Name name={name} />
        <span className="text-faint">{isList ? '[ ]' : '{ }'}</span>
      </div>
    );
  }
  return (
    <details open={depth > 0} className="group/json">
      <summary className="flex list-none items-center rounded-sm hover:bg-hover pointer-coarse:min-h-8 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 p-0.5 text-faint transition-transform in-[details[open]>summary]:rotate-90"
        />
        <span>
          <Name name={name} />
          <span className="text-faint">{summary}</span>
        </span>
      </summary>
      <div className="ml-[7px] border-l border-line pl-2">
        {entries.map(([key, child]) => (
          <JsonNode key={key} name={key} value={child} depth={depth - 1} />
        ))}
      </div>
    </details>
  );
}

function Name({ name }: { name?: string }) {
  if (name === undefined) return null;
  return <span className="text-muted">{name}: </span>;
}

function Scalar({ value }: { value: null | boolean | number | string }) {
  const t = useTranslations('ui');
  if (typeof value === 'string')
    return <span className="text-positive-ink">{t('quoted', { text: value })}</span>;
  if (typeof value === 'number') return <span className="text-accent-ink">{value}</span>;
  return <span className="text-caution-ink">{String(value)}</span>;
}
