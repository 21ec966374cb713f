/** Why a log cannot be read, in words for the person who has the file. */
export type LogProblem = {
  readonly message: string;
  /** What to do about it. */
  readonly mend: string;
  /** Where in the (unpacked) file; null where the trouble has no place in it. Both count from 1. */
  readonly line: number | null;
  readonly column: number | null;
};

/** Carries a problem out of the parser's callbacks; it never leaves this folder. */
export class ProblemFound extends Error {
  constructor(readonly problem: LogProblem) {
    super(problem.message);
  }
}

/** A problem that concerns the file as a whole. */
export function fileProblem(message: string, mend: string): ProblemFound {
  return new ProblemFound({ message, mend, line: null, column: null });
}

/** One problem as lines for a terminal. */
export function describeProblem(file: string, problem: LogProblem): string {
  const place = problem.line === null ? file : `${file}, line ${problem.line}, column ${problem.column ?? 1}`;
  return `${place}: ${problem.message}\n${problem.mend}`;
}
