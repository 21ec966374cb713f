'use client';

import type { ReactNode } from 'react';
import { endBurst, useDesignerStore } from '@/components/designer/store';
import type { SettingPath } from '@/components/designer/document/settings';
import { Field } from '@/components/ui/field';
import type { Finding } from '@/lib/engine/definition/finding';
import { pointer } from '@/lib/engine/definition/pointer';
import { wordsOfFinding } from './setting';

/**
 * Label, control, hint and what is wrong with one setting; the place where a finding leads to. `problem` is what lint says of
 * it, `error` what cannot be taken as it is typed.
 */
export function SettingFrame({
  path,
  label,
  hint,
  problem,
  error,
  optional,
  children,
}: {
  path: SettingPath;
  label: ReactNode;
  hint?: ReactNode;
  problem?: Finding | null;
  error?: string | null;
  optional?: boolean;
  children: ReactNode;
}) {
  const store = useDesignerStore();
  const words = problem ? wordsOfFinding(problem) : undefined;
  const warned = problem?.severity === 'warning';
  return (
    <div data-setting={pointer(path)} onBlur={() => endBurst(store)} className="min-w-0">
      <Field
        label={label}
        hint={hint}
        error={error ?? (warned ? undefined : words)}
        warning={warned ? words : undefined}
        optional={optional}
      >
        {children}
      </Field>
    </div>
  );
}
