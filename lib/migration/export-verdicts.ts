import { csvLine } from '@/lib/instances/export';
import type { Actor } from '@/lib/people/actor';
import { type Result, done } from '@/lib/people/refusal';
import { checkMigration } from './queries';
import type { CheckMigration, Verdict } from './schema';

const columns: readonly (readonly [string, (verdict: Verdict) => string | number | null])[] = [
  ['id', ({ instance }) => instance.id],
  ['subject', ({ instance }) => instance.subject],
  ['status', ({ instance }) => instance.status],
  ['verdict', ({ verdict }) => verdict],
  ['code', ({ code }) => code],
  ['why', ({ message }) => message],
  ['needs', ({ fields }) => fields.map(({ path }) => path).join(', ')],
  ['goes', ({ lines }) => lines.map(({ from, to }) => `${from} → ${to}`).join('; ')],
  ['children', ({ children }) => children],
];

/** The verdicts of a dry run as CSV (safe from formulas), those first that a person has to look at. Nothing is written. */
export async function exportVerdicts(
  actor: Actor,
  key: string,
  input: CheckMigration,
): Promise<Result<string>> {
  const checked = await checkMigration(actor, key, input);
  if (!checked.ok) return checked;
  const lines = checked.value.items.map((verdict) => csvLine(columns.map(([, of]) => of(verdict))));
  // A byte order mark: without it, spreadsheets read UTF-8 as something else.
  return done(`\uFEFF${csvLine(columns.map(([name]) => name))}${lines.join('')}`);
}
