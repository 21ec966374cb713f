import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Definition } from '@/lib/engine/definition/schema';
import { callApi, external } from '@/lib/testing/builders/definition-builder';

/** What a person or another system does to an instance that waits. */
export type Act = { readonly decide: string } | { readonly signal: string } | { readonly cancel: true };

/** A process of the mixture, with what must have come of an instance of it. */
export type Kind = {
  readonly definition: Definition;
  /** Execution keys of the effects, by outcome, or by status where it did not complete. Nothing else may have happened. */
  readonly endings: Readonly<Record<string, readonly string[]>>;
  /** Effects that may have happened or not, as another branch was first. */
  readonly maybe?: readonly string[];
  /** What is done to the n-th instance of the kind; null leaves it to its deadline. */
  readonly act?: (n: number) => Act | null;
  /** True for a signal that is sent before anything waits for it. */
  readonly early?: boolean;
  /** True for one that nobody starts but its parent. */
  readonly startedByParent?: boolean;
  /** How many children one that completes has asked for; none where it is left out. */
  readonly children?: number;
  /** It goes on with the first child that completes: one whose start a lost worker held until then is never started. */
  readonly races?: true;
};

const retry = { maxAttempts: 14, firstDelay: 'PT0.2S', factor: 1.5, maxDelay: 'PT2S' };
/** Makes the activities of the mixture, whose effects are at the partner. */
export type Effects = {
  /** A call to the path; the activity's key where none is given. */
  readonly call: (key: string, parts?: Partial<Activity>, path?: string) => Activity;
  /** The same by an external worker. */
  readonly deliver: (key: string, parts?: Partial<Activity>) => Activity;
};

/** @param url of a path at the partner */
export function effectsAt(url: (path: string) => string): Effects {
  return {
    call: (key, parts = {}, path = `/${key}`) =>
      callApi(key, url(path), { retry, timeout: 'PT2S', ...parts }),
    deliver: (key, parts = {}) =>
      external(key, 'deliver', {
        settings: { topic: 'deliver', input: { url: JSON.stringify(url(`/${key}`)) } },
        retry,
        ...parts,
      } as Partial<Activity>),
  };
}
