'use client';

import { Plus, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { endBurst, useDesignerStore } from '@/components/designer/store';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { pointer } from '@/lib/engine/definition/pointer';
import { ProblemText } from './problem-text';
import { type SettingProps, useProblem, useReadOnly, useSet, useWords } from './setting';

/** Pairs of a name and an expression (or a text), in their order. */
export function MappingSetting({ name, path, optional, value }: SettingProps) {
  const t = useTranslations('designer.mapping');
  const store = useDesignerStore();
  const set = useSet();
  const { label, hint } = useWords(name, path);
  const readOnly = useReadOnly();
  const problem = useProblem(path, true);
  const pairs = Object.entries((value ?? {}) as Record<string, string>);

  function put(next: readonly (readonly [string, string])[], typed: string | null) {
    const mapping = next.length === 0 && optional ? undefined : Object.fromEntries(next);
    // Two names that are alike for a moment would swallow a pair: then nothing is stored.
    if (mapping && Object.keys(mapping).length < next.length) return;
    set(path, mapping, typed !== null);
  }

  return (
    <fieldset
      data-setting={pointer(path)}
      onBlur={() => endBurst(store)}
      className="flex min-w-0 flex-col gap-2"
    >
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {hint ? <p className="-mt-1 text-sm text-muted">{hint}</p> : null}
      {pairs.map(([key, expression], index) => (
        // One below the other: beside each other neither a name nor an expression can be read.
        <div key={index} className="flex min-w-0 flex-col gap-1.5 rounded-md border border-line p-2">
          <div className="flex items-center gap-1.5">
            <Input
              aria-label={t('name', { number: index + 1 })}
              value={key}
              readOnly={readOnly}
              className="font-mono text-sm"
              spellCheck={false}
              onChange={(event) =>
                put(replaced(pairs, index, [event.currentTarget.value, expression]), 'name')
              }
            />
            {readOnly ? null : (
              <IconButton
                size="sm"
                label={t('remove', { name: key })}
                icon={<X aria-hidden />}
                onClick={() =>
                  put(
                    pairs.filter((_, at) => at !== index),
                    null,
                  )
                }
              />
            )}
          </div>
          <div className="flex items-center gap-1.5">
            <span aria-hidden className="text-faint">
              =
            </span>
            <Input
              aria-label={t('value', { name: key })}
              value={expression}
              readOnly={readOnly}
              className="font-mono text-sm"
              spellCheck={false}
              onChange={(event) => put(replaced(pairs, index, [key, event.currentTarget.value]), 'value')}
            />
          </div>
        </div>
      ))}
      <ProblemText problem={problem} />
      {readOnly ? null : (
        <Button
          size="sm"
          variant="quiet"
          className="self-start"
          icon={<Plus aria-hidden />}
          onClick={() => put([...pairs, [freeName(pairs), 'null']], null)}
        >
          {t('add', { what: label })}
        </Button>
      )}
    </fieldset>
  );
}

function replaced(
  pairs: readonly [string, string][],
  index: number,
  pair: [string, string],
): [string, string][] {
  return pairs.map((one, at) => (at === index ? pair : one));
}

function freeName(pairs: readonly [string, string][]): string {
  const taken = new Set(pairs.map(([name]) => name));
  for (let number = 1; ; number += 1) if (!taken.has(`field${number}`)) return `field${number}`;
}
