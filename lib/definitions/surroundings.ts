import type { Surroundings } from '@/lib/engine/definition/finding';
import { registeredFunctionNames } from '@/lib/runtime/activities/functions';
import { registeredPluginTypes } from '@/lib/runtime/activities/plugins';
import { readSurroundings } from './read-definitions';

/** What a definition of the tenant may name now; publishing and the designer check against it. */
export async function surroundingsOf(tenantId: string): Promise<Surroundings> {
  const { roles, rules, definitions, calendars, resources, secrets } = await readSurroundings(tenantId);
  const plugins = registeredPluginTypes();
  return {
    roles,
    rules,
    definitions,
    calendars,
    resources,
    functions: registeredFunctionNames(),
    secrets,
    activityTypes: plugins.map(({ type }) => type),
    settingsSchemas: Object.fromEntries(plugins.map(({ type, settingsSchema }) => [type, settingsSchema])),
  };
}
