import type { JsonObject } from '@/lib/engine/json';
import { ActivityFailure, type RunActivity } from './contract';
import { registeredFunction } from './functions';

/**
 * Calls a function registered in TypeScript. A function may throw an `ActivityFailure` to say how its failure is to be
 * taken; any other error is retried by the activity's policy.
 */
export const executeFunction: RunActivity<{ function: string; input: JsonObject }> = async (
  settings,
  call,
) => {
  const run = registeredFunction(settings.function);
  if (!run) {
    throw new ActivityFailure({
      code: 'unknown_function',
      message: `This worker knows no function ${settings.function}. Start a worker that registers it, then retry.`,
      retryable: false,
    });
  }
  try {
    return (await run(settings.input, call)) ?? null;
  } catch (error) {
    if (error instanceof ActivityFailure || call.signal.aborted) throw error;
    throw new ActivityFailure(
      {
        code: 'function_failed',
        message: `${settings.function} failed: ${error instanceof Error ? error.message : String(error)}`,
        retryable: true,
      },
      { cause: error },
    );
  }
};
