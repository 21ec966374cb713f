import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Json, JsonObject } from '@/lib/engine/json';
import { ActivityFailure } from './contract';

/** What stands in the place of a secret in all that is kept of an attempt. */
export const masked = '•••';

const use = /\bsecrets\s*(?:\.\s*|\[\s*["'])([A-Z][A-Z0-9_]*)/g;

/** Names of the secrets that a text uses, in templates. */
export function secretsIn(text: string): string[] {
  return [...new Set([...text.replaceAll('\\"', '"').matchAll(use)].map(([, name = '']) => name))];
}

const known = new WeakMap<Activity, readonly string[]>();

/** Names of the secrets that the settings of an activity use; looked for once in each activity object, which nobody may change afterwards. */
export function secretsOf(activity: Activity): readonly string[] {
  const before = known.get(activity);
  if (before) return before;
  const names = secretsIn(JSON.stringify(activity.settings ?? null));
  known.set(activity, names);
  return names;
}

/** Hides values of secrets in what an attempt brings back: a partner may send back what it was sent. */
export class Mask {
  readonly #hidden: readonly string[];

  constructor(values: readonly string[]) {
    const forms = values.flatMap((value) => [
      value,
      encodeURIComponent(value),
      JSON.stringify(value).slice(1, -1),
      Buffer.from(value).toString('base64'),
    ]);
    // A longer one may have a shorter one in it.
    this.#hidden = [...new Set(forms)].sort((left, right) => right.length - left.length);
  }

  text(text: string): string {
    return this.#hidden.reduce((left, value) => left.replaceAll(value, masked), text);
  }

  json(json: Json): Json {
    if (typeof json === 'string') return this.text(json);
    if (typeof json !== 'object' || json === null) return json;
    if (Array.isArray(json)) return json.map((item: Json) => this.json(item));
    const fields = Object.entries(json as JsonObject);
    return Object.fromEntries(fields.map(([name, item]) => [this.text(name), this.json(item as Json)]));
  }

  /** The error of an attempt, for its history and the log. */
  error(error: unknown): unknown {
    if (this.#hidden.length === 0) return error;
    if (error instanceof ActivityFailure) {
      return new ActivityFailure({ ...error.error, message: this.text(error.error.message) });
    }
    if (!(error instanceof Error)) return new Error(this.text(String(error)));
    const hidden = new Error(this.text(error.message));
    hidden.name = error.name;
    return hidden;
  }
}
