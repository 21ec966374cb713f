import { z } from 'zod';
import type { JsonObject } from '@/lib/engine/json';
import type { ActivityPlugin } from './plugin';

/** Kept on globalThis, since the web server may load this module more than once. */
const shared = globalThis as typeof globalThis & { interlockPlugins?: Map<string, ActivityPlugin> };

/** What the designer and lint know of a registered activity type. */
export type PluginType = {
  readonly type: string;
  readonly name: string;
  readonly description: string | null;
  /** JSON Schema (draft 07) of the settings as a definition has them. */
  readonly settingsSchema: JsonObject;
};

/** Makes an activity type known to this process. Composition roots do so at start (load-plugins.ts). */
export function registerPlugin(plugin: ActivityPlugin): void {
  shared.interlockPlugins ??= new Map();
  shared.interlockPlugins.set(plugin.type, plugin);
}

/** The plugin of an activity type, or undefined. */
export function registeredPlugin(type: string): ActivityPlugin | undefined {
  return shared.interlockPlugins?.get(type);
}

/** The activity types that plugins have brought to this process, by type. */
export function registeredPluginTypes(): readonly PluginType[] {
  return [...(shared.interlockPlugins?.values() ?? [])]
    .map((plugin) => ({
      type: plugin.type,
      name: plugin.name,
      description: plugin.description ?? null,
      settingsSchema: settingsSchemaOf(plugin),
    }))
    .sort((left, right) => (left.type < right.type ? -1 : 1));
}

/**
 * What JSON Schema can say of a plugin's settings; refinements and transformations stay out.
 * @throws Error when the schema cannot be said in JSON Schema at all
 */
export function settingsSchemaOf({ settings }: Pick<ActivityPlugin, 'settings'>): JsonObject {
  const { $schema, ...schema } = z.toJSONSchema(settings, {
    target: 'draft-07',
    io: 'input',
    unrepresentable: 'any',
  });
  void $schema;
  return schema as JsonObject;
}
