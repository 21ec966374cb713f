import type { EventLog } from './event-log';
import type { CaseResult, Result } from './play';

const troublesShown = 20;

/** Whether every case went as its trace says, verifies, and had its foreign move refused. */
export function succeeded(result: Result): boolean {
  return result.cases.every(
    ({ equal, verified, refused, troubles }) => equal && verified && refused && troubles.length === 0,
  );
}

/** The outcome of a run, for a terminal. */
export function report(file: string, log: EventLog, result: Result): string {
  const { cases } = result;
  const count = (holds: (one: CaseResult) => boolean) => `${cases.filter(holds).length} of ${cases.length}`;
  const moves = cases.reduce((sum, one) => sum + one.moves, 0);
  const activities = new Set(log.cases.flatMap(({ events }) => events.map((event) => event.activity))).size;
  const rows: [string, string][] = [
    ['cases', `${cases.length}`],
    ['moves', `${moves}`],
    ['moves refused', `${cases.filter((one) => one.refused).length}`],
    ['seconds', result.playSeconds.toFixed(1)],
    ['moves/s', (moves / Math.max(result.playSeconds, 0.001)).toFixed(1)],
    ['histories equal to their trace', count((one) => one.equal)],
    ['histories verified', count((one) => one.verified)],
    ['foreign moves refused', count((one) => one.refused)],
    ['seconds for checking', result.checkSeconds.toFixed(1)],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  return [
    `${file}: ${activities} activities, ${result.people} people, played as ${result.definition} version ${result.version}`,
    ...leftOut(log),
    ...rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`),
    ...troubles(cases),
    succeeded(result) ? 'Every history equals its trace.' : 'The run did not go as the log says.',
  ].join('\n');
}

function leftOut({ leftOut: { emptyCases, otherLifecycle, withoutCase } }: EventLog): string[] {
  const lines: [number, string][] = [
    [emptyCases, 'cases without an event to play'],
    [otherLifecycle, 'events that are not completions'],
    [withoutCase, 'events outside of a case'],
  ];
  return lines.filter(([number]) => number > 0).map(([number, what]) => `  left out: ${number} ${what}`);
}

function troubles(cases: readonly CaseResult[]): string[] {
  const all = cases.flatMap((one) => one.troubles.map((trouble) => `  case ${one.id}: ${trouble}`));
  const more = all.length - troublesShown;
  return more > 0 ? [...all.slice(0, troublesShown), `  … and ${more} more`] : all;
}
