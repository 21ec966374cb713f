'use client';

import { ArrowRight, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { newActivity, useActivityTypes } from '@/components/designer/inspector/activity-types';
import { activityKeys } from '@/components/designer/inspector/activity-keys';
import { ReferenceSetting } from '@/components/designer/inspector/reference-setting';
import { type SettingProps, useReadOnly } from '@/components/designer/inspector/setting';
import { setSetting } from '@/components/designer/document/settings';
import { act, goTo, useDesignerStore, useDocument } from '@/components/designer/store';
import { wordsOfKey } from '@/components/instances/words';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import type { Activity } from '@/lib/engine/definition/activity-schema';

/** What undoes an activity: one of the compensations that there are, with the way to its settings, or a new one, which is named at once. */
export function CompensationSetting(props: SettingProps) {
  const t = useTranslations('undoing');
  const store = useDesignerStore();
  const { definition } = useDocument();
  const types = useActivityTypes();
  const readOnly = useReadOnly();
  const { compensations = [] } = definition;
  const chosen = compensations.find(({ key }) => key === props.value);

  function add(type: string) {
    const made = newActivity(type, activityKeys(definition)) as Activity;
    act(store, (document) => {
      const compensations = [...(document.definition.compensations ?? []), made];
      return setSetting(props.path, made.key)(setSetting(['compensations'], compensations)(document));
    });
  }

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <ReferenceSetting {...props} />
      {chosen === undefined ? null : (
        <Button
          size="sm"
          variant="quiet"
          className="self-start"
          icon={<ArrowRight aria-hidden />}
          onClick={() => goTo(store, `/compensations/${compensations.indexOf(chosen)}`)}
        >
          {t('open', { name: chosen.name ?? wordsOfKey(chosen.key) })}
        </Button>
      )}
      {readOnly || props.value !== undefined ? null : (
        <Menu
          trigger={
            <Button size="sm" variant="quiet" className="self-start" icon={<Plus aria-hidden />}>
              {t('add')}
            </Button>
          }
        >
          {types.map(({ value, label }) => (
            <MenuItem key={value} onSelect={() => add(value)}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}
