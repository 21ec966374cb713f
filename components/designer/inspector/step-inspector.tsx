'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { type z } from 'zod';
import { placedKeys } from '@/components/designer/document/annotations';
import { followsName, freeKey, keyOfName } from '@/components/designer/document/keys';
import { stepNouns } from '@/components/designer/document/new-step';
import { setSetting } from '@/components/designer/document/settings';
import { renameStep } from '@/components/designer/document/steps';
import { changeStepType } from '@/components/designer/document/step-type';
import { act, useDesigner, useDesignerStore, useDocument } from '@/components/designer/store';
import { paletteTypes } from '@/components/designer/palette-groups';
import { UndoOrderList } from '@/components/designer/failures/undo-order-list';
import { stepIcons } from '@/components/diagram/step-types';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { pointer } from '@/lib/engine/definition/pointer';
import { type Step, stepSchema, type StepType } from '@/lib/engine/definition/step-schema';
import { KeySetting } from './key-setting';
import { Fields, Group } from './object-setting';
import { OutcomesSetting } from './outcomes-setting';
import { PinButton } from './selection-tools';
import { SettingFrame } from './setting-frame';
import { useProblem, useReadOnly, useWords } from './setting';
import { shapeOf } from './setting-shape';
import { WaysOut } from './ways-out';

/** Settings that stand open at the top, and groups below; what none of them names comes last, in its schema's order. */
const first = [
  'title',
  'instructions',
  'outcome',
  'activities',
  'fork',
  'mode',
  'signal',
  'timer',
  'definition',
  'who',
];
const own = ['key', 'name', 'type', 'outcomes'];

/** Everything that can be said of a step. */
export function StepInspector({ stepKey }: { stepKey: string }) {
  const t = useTranslations('designer');
  const { definition } = useDocument();
  const index = definition.steps.findIndex(({ key }) => key === stepKey);
  const step = definition.steps[index];
  const schema = useMemo(
    () =>
      stepSchema.options.find((option) => option.shape.type.value === step?.type) as z.ZodObject | undefined,
    [step?.type],
  );
  if (!step || !schema) return null;
  const path = ['steps', index];
  const shape = shapeOf(schema);
  const names = shape.kind === 'object' ? shape.fields.map(({ name }) => name) : [];
  return (
    <>
      <StepName step={step} index={index} />
      <StepTypeSetting step={step} index={index} />
      <Fields path={path} schema={schema} value={step} only={names.filter((name) => first.includes(name))} />
      {step.type === 'USER_TASK' ? (
        <OutcomesSetting
          step={step.key}
          name="outcomes"
          path={[...path, 'outcomes']}
          schema={schema}
          optional={false}
          value={step.outcomes}
        />
      ) : null}
      {step.type === 'COMPENSATE' ? <UndoOrderList at={step.key} /> : null}
      {step.type === 'END' ? null : <WaysOut from={step.key} />}
      <Group path={[...path, 'more']} title={t('moreSettings')} open={false}>
        <PinButton steps={[step.key]} />
        <StepKey step={step} index={index} />
        <Fields
          path={path}
          schema={schema}
          value={step}
          only={names.filter((name) => !first.includes(name) && !own.includes(name))}
        />
      </Group>
    </>
  );
}

/** The name. While nobody has chosen a key, and no instance can stand in the step, the key follows the name. */
function StepName({ step, index }: { step: Step; index: number }) {
  const store = useDesignerStore();
  const words = useWords('name');
  const path = ['steps', index, 'name'];
  const published = useDesigner((state) => state.publishedSteps.has(step.key));

  function put(name: string) {
    const key = step.key;
    const follows = !published && followsName(key, step.name, stepNouns[step.type]);
    const next = follows
      ? freeKey(
          keyOfName(name, stepNouns[step.type]),
          placedKeys(store.getState().history.present.definition).filter((one) => one !== key),
        )
      : key;
    act(
      store,
      (document) => renameStep(key, next)(setSetting(path, name === '' ? undefined : name)(document)),
      { burst: pointer(path) },
    );
  }

  return (
    <SettingFrame path={path} {...words} problem={useProblem(path)}>
      <Input
        value={step.name ?? ''}
        placeholder={step.key}
        readOnly={useReadOnly()}
        autoComplete="off"
        onChange={(event) => put(event.currentTarget.value)}
        onBlur={() => {
          if (step.name !== undefined && step.name !== step.name.trim()) put(step.name.trim());
        }}
      />
    </SettingFrame>
  );
}

function StepKey({ step, index }: { step: Step; index: number }) {
  const t = useTranslations('designer');
  const store = useDesignerStore();
  const { definition } = useDocument();
  const published = useDesigner((state) => state.publishedSteps.has(step.key));
  return (
    <KeySetting
      path={['steps', index, 'key']}
      value={step.key}
      hint={published ? t('keyPublished') : undefined}
      taken={placedKeys(definition)}
      rename={(key) => act(store, renameStep(step.key, key))}
    />
  );
}

function StepTypeSetting({ step, index }: { step: Step; index: number }) {
  const t = useTranslations('diagram.types');
  const tDesigner = useTranslations('designer');
  const store = useDesignerStore();
  const path = ['steps', index, 'type'];
  const types = paletteTypes.includes(step.type) ? paletteTypes : [...paletteTypes, step.type];
  return (
    <SettingFrame
      path={path}
      label={tDesigner('stepType')}
      hint={tDesigner('stepTypeHint')}
      problem={useProblem(path)}
    >
      <Select
        value={step.type}
        readOnly={useReadOnly()}
        options={types.map((type) => {
          const Icon = stepIcons[type];
          return { value: type, label: t(type), icon: <Icon aria-hidden className="size-4 text-muted" /> };
        })}
        onValueChange={(type) => type !== null && act(store, changeStepType(step.key, type as StepType))}
      />
    </SettingFrame>
  );
}
