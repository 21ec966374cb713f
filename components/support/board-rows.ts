import type { Board } from '@/lib/support/schema';

/** One step of a definition on the board, all its statuses together. */
export type BoardStep = {
  readonly step: string;
  readonly stepName: string;
  readonly count: number;
  readonly ages: readonly number[];
  readonly oldestAt: string;
  readonly oldestId: string;
  readonly overdue: number;
  readonly undated: number;
  /** Those of them that need attention, or whose compensation failed. */
  readonly failing: number;
};

export type BoardDefinition = {
  readonly definition: string;
  readonly name: string;
  readonly count: number;
  readonly versions: readonly { readonly version: number; readonly count: number }[];
  /** The one whose oldest instance has been there longest comes first. */
  readonly steps: readonly BoardStep[];
};

const failing = new Set(['needs_attention', 'compensation_failed']);

/** The counts by definition and step, of one version or of all; the definition with most instances comes first. */
export function boardRows(board: Pick<Board, 'steps'>, version?: number): BoardDefinition[] {
  const byDefinition = groupBy(board.steps, ({ definition }) => definition);
  return [...byDefinition]
    .map(([definition, all]) => {
      const rows = version === undefined ? all : all.filter((row) => row.version === version);
      const versions = [...groupBy(all, (row) => row.version)]
        .map(([number, of]) => ({ version: number, count: sum(of, countOf) }))
        .sort((left, right) => right.version - left.version);
      const steps = [...groupBy(rows, ({ step }) => step).values()].map(stepOf);
      return {
        definition,
        name: all[0]!.definitionName,
        count: sum(rows, countOf),
        versions,
        steps: steps.sort((left, right) => left.oldestAt.localeCompare(right.oldestAt)),
      };
    })
    .sort((left, right) => right.count - left.count || left.name.localeCompare(right.name));
}

function stepOf(rows: readonly Board['steps'][number][]): BoardStep {
  const oldest = rows.reduce((left, right) => (right.oldestAt < left.oldestAt ? right : left));
  return {
    step: oldest.step,
    stepName: oldest.stepName,
    count: sum(rows, countOf),
    ages: oldest.ages.map((_, bucket) => sum(rows, ({ ages }) => ages[bucket] ?? 0)),
    oldestAt: oldest.oldestAt,
    oldestId: oldest.oldestId,
    overdue: sum(rows, (row) => row.overdue),
    undated: sum(rows, (row) => row.undated),
    failing: sum(
      rows.filter(({ status }) => failing.has(status)),
      countOf,
    ),
  };
}

function countOf({ ages }: { readonly ages: readonly number[] }): number {
  return ages.reduce((left, right) => left + right, 0);
}

function sum<T>(rows: readonly T[], of: (row: T) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}

/** Node 20 has no `Map.groupBy`. */
function groupBy<T, K>(rows: readonly T[], of: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const row of rows) {
    const group = groups.get(of(row));
    if (group) group.push(row);
    else groups.set(of(row), [row]);
  }
  return groups;
}
