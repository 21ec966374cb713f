'use client';

import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { z } from 'zod';
import { useDocument } from '@/components/designer/store';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { Select } from '@/components/ui/select';
import { activitySchema } from '@/lib/engine/definition/activity-schema';
import { activityKeys } from './activity-keys';
import { newActivity, schemaOfActivity, useActivityTypes } from './activity-types';
import { ListSetting } from './list-setting';
import { Fields, Group } from './object-setting';
import { SettingFrame } from './setting-frame';
import { type SettingProps, useReadOnly, useSet } from './setting';

/** The activities of a step, of a transition, or the definition's compensations, in the order in which they run. */
export function ActivitiesSetting(props: SettingProps) {
  const t = useTranslations('designer');
  const { definition } = useDocument();
  const types = useActivityTypes();
  return (
    <ListSetting
      {...props}
      element={activitySchema}
      draw={(item, path) => <ActivitySettings path={path} value={item as Record<string, unknown>} />}
      add={(put) => (
        <Menu
          trigger={
            <Button size="sm" variant="quiet" className="self-start" icon={<Plus aria-hidden />}>
              {t('addActivity')}
            </Button>
          }
        >
          {types.map(({ value, label }) => (
            <MenuItem key={value} onSelect={() => put(newActivity(value, activityKeys(definition)))}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    />
  );
}

function ActivitySettings({ path, value }: { path: SettingProps['path']; value: Record<string, unknown> }) {
  const t = useTranslations('designer');
  const set = useSet();
  const readOnly = useReadOnly();
  const types = useActivityTypes();
  const type = String(value['type']);
  const schema = schemaOfActivity(type);
  const settings = (schema as z.ZodObject).shape as Record<string, z.ZodType>;
  const main = ['name', 'key'];
  const known = types.some((one) => one.value === type);
  return (
    <>
      <Fields path={path} schema={schema} value={value} only={main} />
      <SettingFrame path={[...path, 'type']} label={t('activityType')}>
        <Select
          value={type}
          readOnly={readOnly}
          options={known ? types : [...types, { value: type, label: type }]}
          onValueChange={(next) => {
            if (next === null || next === type) return;
            const { settings: fresh } = newActivity(next, []);
            set(path, { ...value, type: next, settings: fresh });
          }}
        />
      </SettingFrame>
      <Fields path={[...path, 'settings']} schema={settings['settings']!} value={value['settings']} />
      {(schema as z.ZodObject).shape['settings'] instanceof z.ZodRecord ? (
        <Fields path={path} schema={schema} value={value} only={['settings']} />
      ) : null}
      <Group path={[...path, 'running']} title={t('activityRunning')} open={false}>
        <Fields path={path} schema={schema} value={value} without={[...main, 'type', 'settings']} />
      </Group>
    </>
  );
}
