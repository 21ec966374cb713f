import type { Json } from '@/lib/engine/json';
import type { Activity } from '@/lib/engine/definition/activity-schema';

/** What stands in a dry run where a secret would be sent. */
export function hidden(name: string): string {
  return `‹secret ${name}›`;
}

/**
 * The activity with its secrets by their names: expressions see a text that says which secret it is, so that a dry run reads
 * none of them and whatever is made of them shows where they go.
 */
export function hideSecrets(activity: Activity): Activity {
  return { ...activity, settings: withoutSecrets(activity.settings as Json) } as Activity;
}

function withoutSecrets(value: Json): Json {
  if (typeof value === 'string')
    return value.replace(/\bsecrets\.([A-Za-z_]\w*)/g, (_, name: string) => `"${hidden(name)}"`);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, Json>>).map(([name, inner]) => [
      name,
      withoutSecrets(inner),
    ]),
  );
}
