'use client';

import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { pointer } from '@/lib/engine/definition/pointer';
import { initialValue } from './initial-value';
import { Fields, Group } from './object-setting';
import { shapeOf } from './setting-shape';
import { ProblemText } from './problem-text';
import { type SettingProps, useProblem, useReadOnly, useSet, useWords } from './setting';

/** Things of one kind in their order. `draw` shows what is inside of one, `add` replaces the button that adds one. */
export function ListSetting({
  name,
  path,
  optional,
  value,
  element,
  draw,
  add,
}: SettingProps & {
  element: z.ZodType;
  draw?: (item: unknown, path: SettingProps['path']) => ReactNode;
  add?: (put: (item: unknown) => void) => ReactNode;
}) {
  const t = useTranslations('designer');
  const set = useSet();
  const { label, hint } = useWords(name, path);
  const readOnly = useReadOnly();
  const problem = useProblem(path);
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  const plain = !['object', 'variants'].includes(shapeOf(element).kind);
  const put = (next: readonly unknown[]) => set(path, next.length === 0 && optional ? undefined : next);
  const append = (item: unknown) => put([...items, item]);
  return (
    <fieldset data-setting={pointer(path)} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {hint ? <p className="-mt-1 text-sm text-muted">{hint}</p> : null}
      <ProblemText problem={problem} />
      {items.map((item, index) => {
        const actions = readOnly ? null : (
          <ItemActions
            what={titleOf(item) ?? t('itemNumber', { number: index + 1 })}
            index={index}
            items={items}
            put={put}
            movable={!plain}
          />
        );
        const at = [...path, index];
        return plain ? (
          <PlainItem key={index} path={at} label={`${label} ${index + 1}`} value={item} actions={actions} />
        ) : (
          <Group
            key={index}
            path={at}
            title={titleOf(item) ?? t('itemNumber', { number: index + 1 })}
            actions={actions}
            open={items.length <= 3}
          >
            {draw ? draw(item, at) : <Fields path={at} schema={element} value={item} />}
          </Group>
        );
      })}
      {readOnly ? null : add ? (
        add(append)
      ) : (
        <Button
          size="sm"
          variant="quiet"
          className="h-auto! min-h-7 self-start py-1 text-left whitespace-normal!"
          icon={<Plus aria-hidden />}
          onClick={() => append(initialValue(element, singular(name), keysOf(items)))}
        >
          {t('addTo', { what: label })}
        </Button>
      )}
    </fieldset>
  );
}

/** One text of a list of texts. */
function PlainItem({
  path,
  label,
  value,
  actions,
}: {
  path: SettingProps['path'];
  label: string;
  value: unknown;
  actions: ReactNode;
}) {
  const set = useSet();
  const problem = useProblem(path);
  return (
    <div data-setting={pointer(path)}>
      <div className="flex items-center gap-1.5">
        <Input
          aria-label={label}
          aria-invalid={problem?.severity === 'error'}
          value={typeof value === 'string' ? value : JSON.stringify(value)}
          readOnly={useReadOnly() || typeof value !== 'string'}
          onChange={(event) => set(path, event.currentTarget.value, true)}
        />
        {actions}
      </div>
      <ProblemText problem={problem} className="mt-1" />
    </div>
  );
}

function ItemActions({
  what,
  index,
  items,
  put,
  movable,
}: {
  what: string;
  index: number;
  items: readonly unknown[];
  put: (items: readonly unknown[]) => void;
  movable: boolean;
}) {
  const t = useTranslations('designer');
  const swap = (other: number) =>
    put(items.map((item, at) => (at === index ? items[other] : at === other ? items[index] : item)));
  return (
    <>
      {movable && index > 0 ? (
        <IconButton
          size="sm"
          label={t('moveUp', { what })}
          icon={<ArrowUp aria-hidden />}
          onClick={() => swap(index - 1)}
        />
      ) : null}
      {movable && index < items.length - 1 ? (
        <IconButton
          size="sm"
          label={t('moveDown', { what })}
          icon={<ArrowDown aria-hidden />}
          onClick={() => swap(index + 1)}
        />
      ) : null}
      <IconButton
        size="sm"
        label={t('removeSetting', { what })}
        icon={<Trash2 aria-hidden />}
        onClick={() => put(items.filter((_, at) => at !== index))}
      />
    </>
  );
}

/** What a thing of a list is called: the first of its words that is there. */
export function titleOf(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const words = item as Record<string, unknown>;
  return ['name', 'label', 'title', 'key']
    .map((name) => words[name])
    .find((word) => typeof word === 'string' && word !== '') as string | undefined;
}

/** The keys of the things of a list. */
export function keysOf(items: readonly unknown[]): string[] {
  return items.flatMap((item) => {
    const key = (item as { key?: unknown } | null)?.key;
    return typeof key === 'string' ? [key] : [];
  });
}

function singular(name: string): string {
  return name.replace(/s$/, '');
}
