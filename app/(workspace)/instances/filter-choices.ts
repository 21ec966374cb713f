import { listDefinitionNames, listStepNames } from '@/lib/definitions/queries';
import { listSearchFields } from '@/lib/instances/search/resolve-search';
import type { Actor } from '@/lib/people/actor';

type Named = { readonly key: string; readonly name: string };

/** What the list can be narrowed to: the processes, and the steps of the chosen one. Empty for those who may not read definitions. */
export async function filterChoices(
  actor: Actor,
  definition: string | undefined,
): Promise<{ definitions: readonly Named[]; states: readonly Named[]; fields: readonly string[] }> {
  const [definitions, states, fields] = await Promise.all([
    listDefinitionNames(actor),
    definition === undefined ? null : listStepNames(actor, definition),
    listSearchFields(actor),
  ]);
  return {
    definitions: definitions.ok ? definitions.value : [],
    states: states?.ok ? states.value : [],
    fields,
  };
}
