'use client';

import { ChevronRight, Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { pointer } from '@/lib/engine/definition/pointer';
import type { SettingPath } from '@/components/designer/document/settings';
import { initialValue } from './initial-value';
import { shapeOf } from './setting-shape';
import { ProblemText } from './problem-text';
import { type SettingProps, useProblem, useReadOnly, useSet, useSettingEditor, useWords } from './setting';

/** A group of settings; an optional one is added as a whole and taken away as a whole. `children` stand below them. */
export function ObjectSetting(props: SettingProps & { children?: ReactNode }) {
  const { name, path, schema, optional, value, children } = props;
  const t = useTranslations('designer');
  const set = useSet();
  const { label, hint } = useWords(name, path);
  const readOnly = useReadOnly();
  if (optional && value === undefined) {
    if (readOnly) return null;
    return (
      <div data-setting={pointer(path)}>
        <Button
          size="sm"
          variant="quiet"
          icon={<Plus aria-hidden />}
          onClick={() => set(path, initialValue(schema, name))}
        >
          {t('addSetting', { what: label })}
        </Button>
      </div>
    );
  }
  return (
    <Group
      path={path}
      title={label}
      hint={hint}
      actions={
        optional && !readOnly ? (
          <IconButton
            size="sm"
            label={t('removeSetting', { what: label })}
            icon={<Trash2 aria-hidden />}
            onClick={() => set(path, undefined)}
          />
        ) : null
      }
    >
      <Fields path={path} schema={schema} value={value} />
      {children}
    </Group>
  );
}

/** The settings inside of an object, but for those that are shown elsewhere. */
export function Fields({
  path,
  schema,
  value,
  without = [],
  only,
}: Pick<SettingProps, 'path' | 'schema' | 'value'> & {
  without?: readonly string[];
  only?: readonly string[];
}) {
  const Editor = useSettingEditor();
  const shape = shapeOf(schema);
  if (shape.kind !== 'object') return null;
  const fields = only
    ? only.flatMap((name) => shape.fields.find((field) => field.name === name) ?? [])
    : [...shape.fields].sort((a, b) => rank(a.name) - rank(b.name));
  return fields
    .filter((field) => !without.includes(field.name))
    .map((field) => (
      <Editor
        key={field.name}
        {...field}
        path={[...path, field.name]}
        value={(value as Record<string, unknown> | undefined)?.[field.name]}
      />
    ));
}

/** What one asks for first stands first; the rest in the order of the schema. */
const foremost = ['name', 'key', 'roles', 'people'];

function rank(name: string): number {
  const place = foremost.indexOf(name);
  return place < 0 ? foremost.length : place;
}

/** A titled box that opens and closes. */
export function Group({
  path,
  title,
  hint,
  actions,
  open: initially = true,
  children,
}: {
  path: SettingPath;
  title: ReactNode;
  hint?: ReactNode;
  actions?: ReactNode;
  open?: boolean;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(initially);
  const problem = useProblem(path);
  return (
    <section data-setting={pointer(path)} className="min-w-0 rounded-md border border-line bg-surface">
      <div className="flex items-center gap-1 pr-1">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-h-9 min-w-0 flex-1 items-center gap-1.5 rounded-md px-2 text-left text-sm font-medium hover:bg-hover pointer-coarse:min-h-11"
        >
          <ChevronRight
            aria-hidden
            className={`size-4 shrink-0 text-faint transition-transform ${open ? 'rotate-90' : ''}`}
          />
          <span className="min-w-0 truncate">{title}</span>
        </button>
        {actions}
      </div>
      <ProblemText problem={problem} className="px-3 pb-2" />
      {/* Closed, but there: a finding inside of it opens it. */}
      <div hidden={!open} className="flex flex-col gap-4 border-t border-line p-3">
        {hint ? <p className="text-sm text-muted">{hint}</p> : null}
        {children}
      </div>
    </section>
  );
}
