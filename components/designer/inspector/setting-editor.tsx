'use client';

import { useTranslations } from 'next-intl';
import { ConditionSetting } from '@/components/designer/conditions/condition-setting';
import { ExpressionSetting } from '@/components/designer/conditions/expression-setting';
import { DueSetting, LadderSetting } from '@/components/designer/deadlines/due-setting';
import { DurationSetting } from '@/components/designer/deadlines/duration-setting';
import { OffsetSetting } from '@/components/designer/deadlines/offset-setting';
import { CompensationSetting } from '@/components/designer/failures/compensation-setting';
import { RetrySetting } from '@/components/designer/failures/retry-setting';
import { PeopleSetting } from '@/components/designer/people/people-setting';
import { WhoSetting } from '@/components/designer/people/who-setting';
import { ActivitiesSetting } from './activity-settings';
import { FormSetting } from './form-setting';
import { JsonSetting } from './json-setting';
import { ListSetting } from './list-setting';
import { MappingSetting } from './mapping-setting';
import { ObjectSetting } from './object-setting';
import { isReference, ReferenceSetting } from './reference-setting';
import { RolesSetting } from './roles-setting';
import type { SettingProps } from './setting';
import { shapeOf } from './setting-shape';
import { ChoiceSetting, LineSetting, LinesSetting, NumberSetting, YesNoSetting } from './text-settings';
import { VariantsSetting } from './variants-setting';

/** Schemas of data that are built as forms; where the hints for drawing them stand, beside the schema. */
const forms: Readonly<Record<string, string | null>> = {
  input: 'inputUi',
  schema: 'ui',
  payload: null,
  outputSchema: null,
};

/**
 * The editor of any setting, chosen by its name where it has one of its own, else by its schema; what the schema leaves
 * open is edited as JSON. So every setting of a definition can be reached.
 */
export function SettingEditor(props: SettingProps) {
  const { name, schema } = props;
  const t = useTranslations('designer');
  const shape = shapeOf(schema);
  if (name === 'roles' || name === 'startableBy') return <RolesSetting {...props} />;
  if (name === 'due') return <DueSetting {...props} />;
  if (name === 'ladder') return <LadderSetting {...props} />;
  if (name === 'at') return <OffsetSetting {...props} />;
  if (name === 'retry') return <RetrySetting {...props} />;
  if (name === 'compensation') return <CompensationSetting {...props} />;
  if (name === 'who') return <WhoSetting {...props} />;
  if (name === 'people') return <PeopleSetting {...props} />;
  if (name === 'activities' || name === 'compensations') return <ActivitiesSetting {...props} />;
  if (shape.kind === 'key' && isReference(name)) return <ReferenceSetting {...props} />;
  switch (shape.kind) {
    case 'expression':
      return name === 'when' ? <ConditionSetting {...props} /> : <ExpressionSetting {...props} />;
    case 'lines':
      return <LinesSetting {...props} />;
    case 'key':
    case 'name':
    case 'text':
      return <LineSetting {...props} />;
    case 'duration':
      return <DurationSetting {...props} elapsed={shape.elapsed} />;
    case 'number':
      return <NumberSetting {...props} whole={shape.whole} />;
    case 'yes_no':
      return <YesNoSetting {...props} />;
    case 'choice':
      return (
        <ChoiceSetting
          {...props}
          none={t('standard')}
          options={shape.options.map((value) => ({ value, label: choiceLabel(t, name, value) }))}
        />
      );
    case 'mapping':
    case 'texts':
      return <MappingSetting {...props} />;
    case 'list':
      return <ListSetting {...props} element={shape.element} />;
    case 'object':
      return <ObjectSetting {...props} />;
    case 'variants':
      return <VariantsSetting {...props} options={shape.options} discriminator={shape.discriminator} />;
    case 'json_schema':
    case 'json':
      return Object.hasOwn(forms, name) ? (
        <FormSetting {...props} ui={forms[name] ?? null} />
      ) : (
        <JsonSetting {...props} />
      );
    case 'fixed':
      return null;
  }
}

function choiceLabel(t: ReturnType<typeof useTranslations<'designer'>>, name: string, value: string): string {
  const key = `choices.${name}.${value}` as Parameters<typeof t.has>[0];
  return t.has(key) ? t(key as Parameters<typeof t>[0]) : value;
}
