'use client';

import { useTranslations } from 'next-intl';
import { useDesigner } from '@/components/designer/store';
import { wordsOfKey } from '@/components/instances/words';
import { Checkbox } from '@/components/ui/checkbox';
import { pointer } from '@/lib/engine/definition/pointer';
import { ProblemText } from './problem-text';
import { type SettingProps, useProblem, useReadOnly, useSet, useWords } from './setting';

/** Roles, ticked among those that there are. One that is named and not there is shown too, so that it can be taken away. */
export function RolesSetting({ name, path, optional, value }: SettingProps) {
  const t = useTranslations('designer');
  const set = useSet();
  const { label, hint } = useWords(name, path);
  const readOnly = useReadOnly();
  const problem = useProblem(path, true);
  const names = useDesigner(({ known }) => known.roleNames);
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  const all = [...new Set([...Object.keys(names), ...chosen])];

  function tick(role: string, ticked: boolean) {
    const next = ticked ? [...chosen, role] : chosen.filter((one) => one !== role);
    set(path, next.length === 0 && optional ? undefined : next);
  }

  return (
    <fieldset data-setting={pointer(path)} className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {hint ? <p className="mb-2 text-sm text-muted">{hint}</p> : null}
      <div className="grid max-h-52 gap-x-3 gap-y-1.5 overflow-y-auto rounded-md border border-line bg-sunken p-2.5">
        {all.length === 0 ? <p className="text-sm text-muted">{t('noRoles')}</p> : null}
        {all.map((role) => (
          <Checkbox
            key={role}
            label={names[role] ?? t('unknownRole', { role: wordsOfKey(role) })}
            checked={chosen.includes(role)}
            readOnly={readOnly}
            onCheckedChange={(ticked) => tick(role, ticked)}
          />
        ))}
      </div>
      <ProblemText problem={problem} className="mt-1.5" />
    </fieldset>
  );
}
