import type { Json } from '@/lib/engine/json';
import { log } from '@/lib/observability/log';
import { type ActivityCall, ActivityFailure } from './contract';
import type { ActivityPlugin } from './plugin';

/**
 * Runs one attempt of a plugin's activity. Settings that its schema refuses end the activity (`invalid_settings`); an error
 * of one of its `retryOn` classes may be tried again (`plugin_failed`), as every error may where it names none.
 */
export async function runPlugin(plugin: ActivityPlugin, settings: Json, call: ActivityCall): Promise<Json> {
  const parsed = plugin.settings.safeParse(settings);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.') || 'settings'}: ${message}`,
    );
    throw new ActivityFailure({
      code: 'invalid_settings',
      message: `The settings are not those of ${plugin.type}: ${wrong.join('; ')}. Correct the data, then retry.`,
      retryable: false,
    });
  }
  const { idempotencyKey, attempt, signal, instanceId } = call;
  const logger = log('plugin').child({ type: plugin.type, instance: instanceId, idempotencyKey });
  try {
    const result = await plugin.run(parsed.data, { idempotencyKey, attempt, signal, logger });
    // As it will be stored, so that this attempt and a later look at its result see the same.
    return JSON.parse(JSON.stringify(result ?? null)) as Json;
  } catch (error) {
    if (error instanceof ActivityFailure || signal.aborted) throw error;
    const message = `${plugin.type} failed: ${error instanceof Error ? error.message : String(error)}`;
    throw new ActivityFailure(
      { code: 'plugin_failed', message, retryable: mayHelp(plugin, error), ...askedToWait(error) },
      { cause: error },
    );
  }
}

function mayHelp({ retryOn }: ActivityPlugin, error: unknown): boolean {
  return retryOn === undefined || retryOn.some((one) => error instanceof one);
}

/** An error may carry how long the called party asked to wait. */
function askedToWait(error: unknown): { retryAfterSeconds?: number } {
  const seconds: unknown = (error as { retryAfterSeconds?: unknown } | null)?.retryAfterSeconds;
  return typeof seconds === 'number' && seconds >= 0 ? { retryAfterSeconds: seconds } : {};
}
