/** Columns of the list that one can choose; what an instance is about and its status are always there. */
export const listColumns = [
  'state',
  'age',
  'waitingOn',
  'deadline',
  'timeLeft',
  'error',
  'facts',
  'requester',
  'version',
] as const;
export type ListColumn = (typeof listColumns)[number];

/** What is shown where the address says nothing. */
export const usualColumns: readonly ListColumn[] = ['state', 'waitingOn', 'facts', 'requester'];

/** The columns that an address names, in the order of the list; the usual ones where it names none that exists. */
export function readColumns(text: string | undefined): readonly ListColumn[] {
  const named = new Set(text?.split(','));
  const chosen = listColumns.filter((column) => named.has(column));
  return chosen.length > 0 ? chosen : usualColumns;
}

/** How an address names the columns; nothing for the usual ones. */
export function writeColumns(columns: readonly ListColumn[]): string | undefined {
  const chosen = listColumns.filter((column) => columns.includes(column));
  const usual = chosen.length === usualColumns.length && chosen.every((one) => usualColumns.includes(one));
  return usual || chosen.length === 0 ? undefined : chosen.join(',');
}
