'use client';

import { useTranslations } from 'next-intl';
import { renameTransition, repoint } from '@/components/designer/document/transitions';
import { act, useDesignerStore, useDocument } from '@/components/designer/store';
import { transitionSchema } from '@/lib/engine/definition/schema';
import { KeySetting } from './key-setting';
import { Fields, Group } from './object-setting';
import { fieldsOf } from './setting-shape';
import { ChoiceSetting } from './text-settings';
import { TriggerSetting } from './trigger-setting';

const own = ['key', 'name', 'from', 'to', 'on', 'when', 'default'];

/** Everything that can be said of a transition. */
export function TransitionInspector({ transitionKey }: { transitionKey: string }) {
  const t = useTranslations('designer');
  const store = useDesignerStore();
  const { definition } = useDocument();
  const index = definition.transitions.findIndex(({ key }) => key === transitionKey);
  const transition = definition.transitions[index];
  if (!transition) return null;
  const path = ['transitions', index];
  const steps = definition.steps.map(({ key, name }) => ({ value: key, label: name ?? key }));
  const setting = (name: 'from' | 'to' | 'on') => {
    const { schema, optional } = fieldsOf(transitionSchema).find((field) => field.name === name)!;
    return { name, schema, optional, path: [...path, name], value: transition[name] };
  };
  return (
    <>
      <Fields path={path} schema={transitionSchema} value={transition} only={['name']} />
      {(['from', 'to'] as const).map((end) => (
        <ChoiceSetting
          key={end}
          {...setting(end)}
          options={steps}
          none={t('none')}
          onChoose={(step) => act(store, repoint(transition.key, { [end]: step }))}
        />
      ))}
      <TriggerSetting {...setting('on')} from={transition.from} />
      <Fields path={path} schema={transitionSchema} value={transition} only={['when', 'default']} />
      <Group path={[...path, 'more']} title={t('moreSettings')} open={false}>
        <KeySetting
          path={[...path, 'key']}
          value={transition.key}
          taken={definition.transitions.map(({ key }) => key)}
          rename={(key) => act(store, renameTransition(transition.key, key))}
        />
        <Fields path={path} schema={transitionSchema} value={transition} without={own} />
      </Group>
    </>
  );
}
