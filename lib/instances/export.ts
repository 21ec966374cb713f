import { z } from 'zod';
import type { Actor } from '@/lib/people/actor';
import { readInput } from '@/lib/people/input';
import { type Result, done } from '@/lib/people/refusal';
import { listInstances } from './queries';
import { type InstanceListQuery, instanceListSchema, type InstanceRow } from './schema';

export const exportSchema = instanceListSchema.extend({
  format: z.enum(['csv', 'json'], { error: 'choose csv or json' }).default('csv'),
});

/** Rows that are read at once. */
const batch = 200;

const columns: readonly (readonly [string, (row: InstanceRow) => string | number | null])[] = [
  ['id', ({ id }) => id],
  ['subject', ({ subject }) => subject.id],
  ['process', ({ definition }) => definition.name],
  ['version', ({ definition }) => definition.version],
  ['status', ({ status }) => status],
  ['outcome', ({ outcome }) => outcome],
  ['state', ({ state }) => state],
  ['stateName', ({ stateName }) => stateName],
  ['stateSince', ({ stateSince }) => stateSince],
  ['waitingFor', ({ waitingFor }) => waitingFor.join(', ')],
  ['waitingOn', ({ waitingOnNames }) => waitingOnNames.join(', ')],
  ['deadline', ({ dueAt }) => dueAt],
  ['lastError', ({ lastError }) => lastError],
  ['requester', ({ requester }) => requester?.name ?? null],
  ['createdAt', ({ createdAt }) => createdAt],
  ['closedAt', ({ closedAt }) => closedAt],
  ['facts', ({ facts }) => facts.map(({ label, value }) => `${label}: ${textOf(value)}`).join('; ')],
];

/**
 * The whole list with its filters and its order as a file, read page by page while it is sent: what changes meanwhile may be in
 * it as it was before or after.
 * @returns the texts of which the file consists; a refusal where the filters are wrong
 */
export async function exportInstances(
  actor: Actor,
  query: unknown,
): Promise<Result<{ readonly format: 'csv' | 'json'; readonly texts: AsyncGenerator<string> }>> {
  const read = readInput(exportSchema, query);
  if (!read.ok) return read;
  const { format, ...filters } = read.value;
  const first = await listInstances(actor, filters, { limit: batch });
  if (!first.ok) return first;
  const rows = rowsOf(actor, filters, first.value);
  return done({ format, texts: format === 'csv' ? csv(rows) : json(rows) });
}

async function* rowsOf(
  actor: Actor,
  filters: InstanceListQuery,
  first: { readonly items: readonly InstanceRow[]; readonly next: string | null },
): AsyncGenerator<readonly InstanceRow[]> {
  let page = first;
  yield page.items;
  while (page.next !== null) {
    const next = await listInstances(actor, filters, { limit: batch, cursor: page.next });
    if (!next.ok) throw new Error(next.refusal.message);
    page = next.value;
    yield page.items;
  }
}

async function* csv(pages: AsyncIterable<readonly InstanceRow[]>): AsyncGenerator<string> {
  // A byte order mark: without it, spreadsheets read UTF-8 as something else.
  yield `\uFEFF${csvLine(columns.map(([name]) => name))}`;
  for await (const rows of pages) yield rows.map((row) => csvLine(columns.map(([, of]) => of(row)))).join('');
}

async function* json(pages: AsyncIterable<readonly InstanceRow[]>): AsyncGenerator<string> {
  yield '[';
  let between = '\n';
  for await (const rows of pages) {
    for (const row of rows) {
      yield between + JSON.stringify(row);
      between = ',\n';
    }
  }
  yield '\n]\n';
}

/** One line of CSV (RFC 4180). */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A text that a spreadsheet would take for a formula gets an apostrophe before it, which makes it a text. */
function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[\s]*[=+\-@\t\r]/u.test(value) ? `'${value}` : value;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
