import type { Actor } from '@/lib/people/actor';
import { listSearchFields } from '@/lib/instances/search/resolve-search';
import { getDefinition, getVersion, listDefinitionNames } from '@/lib/definitions/queries';

type Named = { readonly key: string; readonly name: string };

/** What the list can be narrowed to: the processes, and the steps of the chosen one. Empty for those who may not read definitions. */
export async function filterChoices(
  actor: Actor,
  definition: string | undefined,
): Promise<{ definitions: readonly Named[]; states: readonly Named[]; fields: readonly string[] }> {
  const [definitions, states, fields] = await Promise.all([
    listDefinitionNames(actor),
    definition === undefined ? [] : statesOf(actor, definition),
    listSearchFields(actor),
  ]);
  return {
    definitions: definitions.ok ? definitions.value : [],
    states,
    fields,
  };
}

async function statesOf(actor: Actor, key: string): Promise<readonly Named[]> {
  const definition = await getDefinition(actor, key);
  if (!definition.ok || definition.value.activeVersion === null) return [];
  const version = await getVersion(actor, key, definition.value.activeVersion);
  return version.ok
    ? version.value.content.steps.map((step) => ({ key: step.key, name: step.name ?? step.key }))
    : [];
}
