'use client';

import type { ReactNode } from 'react';
import { endBurst, useDesignerStore } from '@/components/designer/store';
import type { SettingPath } from '@/components/designer/document/settings';
import { Field } from '@/components/ui/field';
import { pointer } from '@/lib/engine/definition/pointer';

/** Label, control, hint and what is wrong with one setting; the place where a finding leads to. */
export function SettingFrame({
  path,
  label,
  hint,
  error,
  optional,
  children,
}: {
  path: SettingPath;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null;
  optional?: boolean;
  children: ReactNode;
}) {
  const store = useDesignerStore();
  return (
    <div data-setting={pointer(path)} onBlur={() => endBurst(store)} className="min-w-0">
      <Field label={label} hint={hint} error={error} optional={optional}>
        {children}
      </Field>
    </div>
  );
}
