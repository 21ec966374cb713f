import { pathToFileURL } from 'node:url';
import { ConfigurationError } from '@/lib/configuration/configuration';
import { builtInActivityTypes } from '@/lib/engine/definition/activity-schema';
import { type RegisteredFunction, registerFunctions } from './functions';
import type { ActivityPlugin } from './plugin';
import { registerPlugin, settingsSchemaOf } from './plugins';

/**
 * Loads the modules that INTERLOCK_PLUGINS names and registers what they bring: activity types (`activities`), and functions
 * for EXECUTE_FUNCTION (`functions`). Nothing is registered unless all of it can be.
 * @param files absolute paths of JavaScript or TypeScript modules
 * @throws ConfigurationError that lists everything wrong, one a line
 */
export async function loadPlugins(files: readonly string[]): Promise<void> {
  const problems: string[] = [];
  const plugins = new Map<string, ActivityPlugin>();
  const functions: Record<string, RegisteredFunction> = {};
  for (const file of files) {
    const wrong = (what: string) => problems.push(`  ${file} ${what}`);
    const module = await load(file, wrong);
    if (!module) continue;
    const { activities = [], functions: added = {} } = module;
    if (module.activities === undefined && module.functions === undefined)
      wrong('must export `activities` (a list of activity types) or `functions`');
    if (!Array.isArray(activities)) wrong('must export `activities` as a list');
    for (const [index, plugin] of (Array.isArray(activities) ? activities : []).entries()) {
      const fault = faultOf(plugin);
      if (fault !== null) wrong(`activities[${index}] ${fault}`);
      else if (plugins.has((plugin as ActivityPlugin).type))
        wrong(`activities[${index}] brings ${(plugin as ActivityPlugin).type}, which is there already`);
      else plugins.set((plugin as ActivityPlugin).type, plugin as ActivityPlugin);
    }
    for (const [key, run] of Object.entries(added as object)) {
      if (typeof run !== 'function') wrong(`functions.${key} must be a function`);
      else functions[key] = run as RegisteredFunction;
    }
  }
  if (problems.length > 0) {
    const lines = ['Interlock cannot start with these plugins (INTERLOCK_PLUGINS):', ...problems];
    throw new ConfigurationError([...lines, 'See docs/plugins.md.'].join('\n'));
  }
  for (const plugin of plugins.values()) registerPlugin(plugin);
  registerFunctions(functions);
}

type Module = { readonly activities?: unknown; readonly functions?: unknown };

async function load(file: string, wrong: (what: string) => void): Promise<Module | null> {
  try {
    const url = pathToFileURL(file).href;
    if (!/\.[cm]?ts$/.test(file))
      return (await import(/* turbopackIgnore: true */ /* @vite-ignore */ url)) as Module;
    // The web server runs without a loader for TypeScript; under one, this is the same.
    const { tsImport } = await import(/* turbopackIgnore: true */ 'tsx/esm/api');
    return (await tsImport(url, import.meta.url)) as Module;
  } catch (error) {
    wrong(`cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

/** What keeps a thing from being an activity type, or null. */
function faultOf(thing: unknown): string | null {
  const plugin = thing as Partial<ActivityPlugin> | null;
  if (typeof plugin !== 'object' || plugin === null) return 'must be an object';
  if (typeof plugin.type !== 'string' || !/^[a-z][a-z0-9_-]*\.[a-z][a-z0-9_-]*$/.test(plugin.type))
    return `must have a type like vendor.name; those of Interlock itself (${builtInActivityTypes[0]}, …) are taken`;
  if (typeof plugin.name !== 'string' || plugin.name.trim() === '')
    return `(${plugin.type}) must have a name`;
  if (typeof plugin.run !== 'function') return `(${plugin.type}) must have a function run(settings, call)`;
  if (plugin.retryOn !== undefined && !isListOfClasses(plugin.retryOn))
    return `(${plugin.type}) must have a list of error classes as retryOn`;
  return faultOfSettings(plugin as ActivityPlugin);
}

function isListOfClasses(list: unknown): boolean {
  return Array.isArray(list) && list.every((one) => typeof one === 'function');
}

function faultOfSettings(plugin: ActivityPlugin): string | null {
  try {
    if (settingsSchemaOf(plugin)['type'] === 'object') return null;
  } catch {
    // Said below: it is no schema of Zod 4.
  }
  return `(${plugin.type}) must have a Zod 4 schema of an object as settings`;
}
