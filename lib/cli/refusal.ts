/** What a command cannot go on with; its message is for the operator and says what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/**
 * Runs a command and ends the process with its exit code. An expected error is printed as its message alone; a defect
 * with its stack.
 */
export async function runCommand(command: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await command()) ?? 0;
  } catch (error) {
    console.error(describe(error));
    process.exitCode = 1;
  }
  // Whatever still holds the event loop (an idle connection) is of no use to a command that is done.
  process.exit();
}

/** @returns the message for the operator; of a defect, the stack too */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const expected = ['Refusal', 'ConfigurationError', 'Error'].includes(error.name);
  return expected ? error.message : (error.stack ?? error.message);
}
