/** What an absence's deputy may do: in which processes, and up to which amount. */
export type Scope = {
  /** Keys of definitions; none named: all. */
  readonly processes: readonly string[];
  /** The most that a task may be about; null: any amount, and tasks that are about none. */
  readonly mostAmount: number | null;
};

/**
 * Whether a deputy's scope has the task in it. Where the scope ends at an amount, only tasks with a known amount are in it:
 * what an unlimited task is about nobody can tell.
 * @param amount that of the task's authority limit
 */
export function covers(
  { processes, mostAmount }: Scope,
  process: string,
  amount: number | undefined,
): boolean {
  if (processes.length > 0 && !processes.includes(process)) return false;
  return mostAmount === null || (amount !== undefined && amount <= mostAmount);
}
