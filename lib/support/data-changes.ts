import { type ContextChanges, setPaths } from '@/lib/engine/context-path';
import { type Json, type JsonObject, equalJson } from '@/lib/engine/json';
import { readDataEvents } from '@/lib/instances/read-events';
import type { EventRow } from '@/lib/instances/schema';
import type { Actor } from '@/lib/people/actor';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import type { DataChange } from './dossier-schema';

/** Changes in an answer, the newest. */
const mostChanges = 500;

/** Who changed which field of an instance's data, when, and from what to what; the newest first. What it was started with is no change. */
export async function listDataChanges(actor: Actor, id: string): Promise<Result<readonly DataChange[]>> {
  const events = isUuid(id) ? await readDataEvents(actor, id) : null;
  if (!events) return refuse('not_found', 'There is no such instance, or you may not see it.');
  const changes = changesOf(events).sort((one, other) => other.sequence - one.sequence);
  return done(changes.slice(0, mostChanges));
}

/**
 * The changes that events make to the context, field by field, in their order. Objects are looked into; a list is one value.
 * @param events in their order, those that write the context among them
 */
export function changesOf(events: readonly EventRow[]): DataChange[] {
  let context: JsonObject = {};
  const changes: DataChange[] = [];
  for (const event of events) {
    const before = context;
    context = after(context, event);
    if (event.type === 'WORKFLOW_CREATED') continue;
    const { sequence, occurredAt: at, type, key, actor, reason } = event;
    for (const change of differences(before, context))
      changes.push({
        sequence,
        at,
        type,
        key,
        by: { type: actor.type, name: actor.name },
        reason,
        ...change,
      });
  }
  return changes;
}

/** The context as it was after each of the events that write it. */
export function contextsOf(events: readonly EventRow[]): JsonObject[] {
  let context: JsonObject = {};
  return events.map((event) => (context = after(context, event)));
}

function after(context: JsonObject, { type, data }: EventRow): JsonObject {
  const said = asObject(data);
  if (type === 'WORKFLOW_CREATED') return asObject(said?.['input']) ?? {};
  if (type === 'CONTEXT_EDITED') {
    const removed = said?.['remove'];
    const gone = new Set(Array.isArray(removed) ? removed : []);
    const kept = Object.entries(context).filter(([name]) => !gone.has(name));
    return { ...Object.fromEntries(kept), ...asObject(said?.['replace']) };
  }
  const set = asObject(said?.['set']);
  return set ? setPaths(context, set as ContextChanges) : context;
}

function differences(
  before: JsonObject,
  now: JsonObject,
  above: readonly string[] = [],
): Pick<DataChange, 'path' | 'before' | 'after'>[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return names.flatMap((name) => {
    const [was, is] = [before[name] ?? null, now[name] ?? null];
    if (was === is || equalJson(was, is)) return [];
    const [inner, outer] = [asObject(is), asObject(was)];
    const path = [...above, name];
    if (inner && (outer || was === null)) return differences(outer ?? {}, inner, path);
    return [{ path: path.join('.'), before: was, after: is }];
  });
}

function asObject(value: Json | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}
