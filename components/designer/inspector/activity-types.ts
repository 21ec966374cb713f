'use client';

import { useTranslations } from 'next-intl';
import type { z } from 'zod';
import { freeKey, keyOfName } from '@/components/designer/document/keys';
import { useDesigner } from '@/components/designer/store';
import { activitySchema, builtInActivityTypes } from '@/lib/engine/definition/activity-schema';
import { initialValue } from './initial-value';

/** The schema of the activities of a type: ours has one of its own, a plugin's takes any settings. */
export function schemaOfActivity(type: string): z.ZodType {
  const [builtIn, plugin] = activitySchema.options;
  const own = builtIn.options.find((option) => option.shape.type.value === type);
  return own ?? plugin;
}

/** A new activity of the type with a key of its own. */
export function newActivity(type: string, taken: readonly string[]): Record<string, unknown> {
  const schema = schemaOfActivity(type) as z.ZodObject;
  return {
    key: freeKey(keyOfName(type.split('.').at(-1) ?? type, 'activity'), taken),
    type,
    settings: initialValue((schema.shape as Record<string, z.ZodType>)['settings']!, 'settings'),
  };
}

/** The types of activities that there are, in words; those of plugins by their names. */
export function useActivityTypes(): { value: string; label: string }[] {
  const t = useTranslations('designer.activityTypes');
  const plugins = useDesigner(({ known }) => known.activityTypes);
  return [
    ...builtInActivityTypes.map((type) => ({ value: type as string, label: t(type) })),
    ...(plugins ?? []).map((type) => ({ value: type, label: type })),
  ];
}
