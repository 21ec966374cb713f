import { z } from 'zod';
import { appPool } from '@/lib/database/pool';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done } from '@/lib/people/refusal';
import { loadDefinition } from '@/lib/runtime/snapshot';
import { audiencesFor } from './read-inbox';
import { shownFacts } from '@/lib/tasks/detail';
import { type FactChoice, type FactLabel, type TaskProcess, views, type View } from './schema';
import { readLabels, readProcesses, readValues } from './read-facts';

/** Values offered at once. */
const offered = 50;

export const factLabelsQuerySchema = z.object({ view: z.enum(views).default('groups') });
export const factValuesQuerySchema = factLabelsQuerySchema.extend({
  label: z.string().min(1).max(200),
  /** A part of the value. */
  q: z.string().trim().max(100).optional(),
});

/** The business facts by which the actor's list of this view can be filtered and sorted: those that its tasks have. */
export async function listFactLabels(
  actor: Actor,
  query: z.input<typeof factLabelsQuerySchema>,
): Promise<Result<readonly FactLabel[]>> {
  const read = readInput(factLabelsQuerySchema, query);
  if (!read.ok) return read;
  const lists = await listsOf(actor, read.value.view);
  if (!lists.ok) return lists;
  const stored = await readLabels(actor.tenantId, lists.value);
  return done(
    stored.map(({ label, least, most, sample }) => ({
      label,
      kind: least !== null ? 'number' : sample?.format?.startsWith('date') ? 'date' : 'text',
      format: sample?.format ?? null,
      currency: sample?.currency ?? null,
      least,
      most,
    })),
  );
}

/** The values that a fact has among the actor's tasks of this view, and among no others. */
export async function listFactValues(
  actor: Actor,
  query: z.input<typeof factValuesQuerySchema>,
): Promise<Result<readonly FactChoice[]>> {
  const read = readInput(factValuesQuerySchema, query);
  if (!read.ok) return read;
  const { view, label, q = '' } = read.value;
  const lists = await listsOf(actor, view);
  if (!lists.ok) return lists;
  const stored = await readValues(actor.tenantId, lists.value, label);
  const choices = await Promise.all(
    stored.map(async ({ value, versionId, step, facts }) => {
      const { content } = await loadDefinition(appPool(), actor.tenantId, versionId);
      const shown = shownFacts(content, step, facts).find((fact) => fact.label === label)?.value;
      return { value, title: typeof shown === 'string' ? shown : value };
    }),
  );
  const words = q.toLowerCase();
  return done(
    choices
      .filter(
        ({ title, value }) => title.toLowerCase().includes(words) || value.toLowerCase().includes(words),
      )
      .slice(0, offered),
  );
}

/** The processes whose tasks stand in the actor's list of this view. */
export async function listTaskProcesses(
  actor: Actor,
  query: z.input<typeof factLabelsQuerySchema>,
): Promise<Result<readonly TaskProcess[]>> {
  const read = readInput(factLabelsQuerySchema, query);
  if (!read.ok) return read;
  const lists = await listsOf(actor, read.value.view);
  if (!lists.ok) return lists;
  const stored = await readProcesses(actor.tenantId, lists.value);
  return done(
    await Promise.all(
      stored.map(async ({ key, versionId }) => ({
        key,
        name: (await loadDefinition(appPool(), actor.tenantId, versionId)).content.name,
      })),
    ),
  );
}

async function listsOf(actor: Actor, view: View): Promise<Result<string[]>> {
  const lacking = view === 'all' && lacks(actor, 'instances.read_all');
  return lacking || done((await audiencesFor(actor, view)).map(({ name }) => name));
}
