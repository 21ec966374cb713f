import { evaluateExpression } from '@/lib/engine/conditions/evaluate';
import { declaredFields } from '@/lib/engine/conditions/declared';
import { renderJson } from '@/lib/engine/conditions/template';
import { setPaths } from '@/lib/engine/context-path';
import { scopeOfExecution } from '@/lib/engine/decide/scope';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Json } from '@/lib/engine/json';
import type { ActivityExecution } from '@/lib/engine/snapshot';
import type { Mailer } from '@/lib/mail/transport';
import { guardedAgent } from '@/lib/runtime/outbound/address-guard';
import type { Loaded } from '@/lib/runtime/snapshot';
import { callApi } from './call-api';
import { callWebhook } from './call-webhook';
import { type ActivityCall, ActivityFailure, mostResultBytes } from './contract';
import { executeFunction } from './execute-function';
import { registeredPlugin } from './plugins';
import { runPlugin } from './run-plugin';
import { Mask, secretsOf } from './secret-values';
import { sendEmail } from './send-email';

/** Runs one attempt of an activity: makes its settings from the instance's data, then acts. */
export type PerformActivity = (
  loaded: Loaded,
  execution: ActivityExecution,
  activity: Activity,
  call: ActivityCall,
) => Promise<Json>;

type Settings = Record<string, Json>;
type Runner = (settings: never, call: ActivityCall) => Promise<Json>;

/**
 * The activity types that this worker runs. SET_CONTEXT is not among them: the core itself runs it.
 * @param services what they need from outside
 */
export function createActivities(services: {
  readonly mailer: Mailer;
  readonly allowedHosts: readonly string[];
  readonly secret: string;
  /** Values of a tenant's secrets by their names. */
  readonly secretsOf: (tenantId: string, names: readonly string[]) => Promise<Record<string, string>>;
}): { perform: PerformActivity; close(): Promise<void> } {
  const agent = guardedAgent(services.allowedHosts);
  const runners: Partial<Record<string, Runner>> = {
    CALL_API: callApi(agent),
    CALL_WEBHOOK: callWebhook(agent, services.secret),
    SEND_EMAIL: sendEmail(services.mailer),
    EXECUTE_FUNCTION: executeFunction,
  };
  return {
    async perform(loaded, execution, activity, call) {
      const run = runners[activity.type] ?? pluginRunner(activity);
      const secrets = await services.secretsOf(call.tenantId, secretsOf(activity));
      const mask = new Mask(Object.values(secrets));
      const result = await hiding(mask, () =>
        run(renderSettings(loaded, execution, activity, secrets) as never, call),
      );
      const size = Buffer.byteLength(JSON.stringify(result));
      if (size > mostResultBytes) throw tooLarge(size);
      return result;
    },
    async close() {
      services.mailer.close();
      await agent.close();
    },
  };
}

/** Nothing that an attempt brings back, nor its error, tells a secret. */
async function hiding(mask: Mask, work: () => Promise<Json>): Promise<Json> {
  try {
    return mask.json(await work());
  } catch (error) {
    throw mask.error(error);
  }
}

/**
 * The settings of an activity as this attempt takes them: templates filled in, mappings evaluated.
 * @param secrets those that templates name; mappings see none
 * @throws ActivityFailure `evaluation` when an expression has no value
 */
export function renderSettings(
  loaded: Pick<Loaded, 'snapshot' | 'environment' | 'definition'>,
  execution: ActivityExecution,
  activity: Activity,
  secrets: Readonly<Record<string, string>> = {},
): Settings {
  const declared = declaredFields(loaded.definition);
  if (activity.type !== 'EXECUTE_FUNCTION' && activity.type !== 'EXTERNAL') {
    const scope = scopeOfExecution(loaded.snapshot, loaded.environment, execution);
    const rendered = renderJson(activity.settings as Json, { ...scope, secrets }, declared);
    if (!rendered.ok) throw notEvaluated(rendered.message);
    return rendered.value as Settings;
  }
  const { input, ...rest } = activity.settings as { input?: Record<string, string> } & Settings;
  if (input === undefined) return { ...rest, input: {} };
  const scope = scopeOfExecution(loaded.snapshot, loaded.environment, execution);
  const values: Record<string, Json> = {};
  for (const [path, expression] of Object.entries(input)) {
    const evaluated = evaluateExpression(expression, scope, declared);
    if (!evaluated.ok) throw notEvaluated(evaluated.message);
    values[path] = evaluated.value;
  }
  return { ...rest, input: setPaths({}, values) };
}

function notEvaluated(message: string): ActivityFailure {
  return new ActivityFailure({ code: 'evaluation', message, retryable: false });
}

function pluginRunner(activity: Activity): Runner {
  const plugin = registeredPlugin(activity.type);
  if (!plugin) throw noRunner(activity);
  return (settings, call) => runPlugin(plugin, settings, call);
}

function noRunner(activity: Activity): ActivityFailure {
  return new ActivityFailure({
    code: 'unknown_activity_type',
    message: `This worker cannot run ${activity.type}. Start a worker with the plugin that brings it, then retry.`,
    retryable: false,
  });
}

function tooLarge(size: number): ActivityFailure {
  return new ActivityFailure({
    code: 'result_too_large',
    message: `The result has ${size} bytes; an activity may bring back ${mostResultBytes} at most.`,
    retryable: false,
  });
}
