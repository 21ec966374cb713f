import type { Activity } from '@/lib/engine/definition/activity-schema';
import { type Fields, mappingOf, templateOf, templatesIn } from './expressions';
import { freeKey, keyOf } from './names';
import type { ConversionNote, SourceActivity } from './source';

/** What activities are converted with: keys in use, fields that are read, what has to be said. */
export type Workshop = {
  readonly fields: Fields;
  readonly keys: Set<string>;
  readonly notes: ConversionNote[];
};

/** Where their calls without a host go. */
const host = 'https://api.example.com';

/** An activity of ours for one of theirs; null for a pause, which is a step here. */
export function convertActivity(source: SourceActivity, workshop: Workshop): Activity | null {
  const { activityId, activityName, activityType } = source;
  const made = settingsOf(source, workshop);
  if (!made) return null;
  const retry = retryOf(source);
  return {
    key: freeKey(keyOf(activityId), workshop.keys),
    ...(activityName && { name: activityName.slice(0, 120) }),
    ...made,
    ...(source.async === true &&
      activityType !== 'EMIT_EVENT' &&
      activityType !== 'SET_VARIABLE' && { async: true }),
    ...(typeof source.timeout === 'string' && { timeout: source.timeout }),
    ...(typeof source.timeout === 'number' && { timeout: seconds(source.timeout) }),
    ...(retry && { retry }),
    ...(source.compensation?.activityId && { compensation: keyOf(source.compensation.activityId) }),
  } as Activity;
}

/** How long a pause among activities takes; null for any other activity. */
export function pauseOf({ activityType, config }: SourceActivity): string | null {
  if (activityType !== 'WAIT') return null;
  const { duration } = (config ?? {}) as { duration?: unknown };
  return isDuration(duration) ? duration : 'PT1H';
}

/** Whether a text is an ISO 8601 duration. */
export function isDuration(value: unknown): value is string {
  return typeof value === 'string' && /^P(?=\w)(\d+[YMWD])*(T(?=\d)(\d+[HMS])*)?$/.test(value);
}

type Settings = Pick<Activity, 'type' | 'settings' | 'outputSchema'>;

function settingsOf(
  { activityId, activityType, config = {} }: SourceActivity,
  workshop: Workshop,
): Settings | null {
  const { fields, notes } = workshop;
  const text = (name: string) => (typeof config[name] === 'string' ? config[name] : undefined);
  switch (activityType) {
    case 'WAIT':
      return null;
    case 'CALL_API':
      return {
        type: 'CALL_API',
        settings: {
          method: methodOf(text('method')),
          url: templateOf(absolute(text('endpoint') ?? text('url') ?? '/'), fields),
          ...(config['body'] !== undefined && { body: templatesIn(config['body'], fields) }),
        },
      };
    case 'CALL_WEBHOOK':
      return {
        type: 'CALL_WEBHOOK',
        settings: {
          url: templateOf(absolute(text('url') ?? '/'), fields),
          ...(config['body'] !== undefined && { body: templatesIn(config['body'], fields) }),
        },
      };
    case 'SEND_EMAIL':
      return {
        type: 'SEND_EMAIL',
        settings: {
          to: [templateOf(text('to') ?? 'somebody@example.com', fields)],
          subject: templateOf(text('subject') ?? text('template') ?? activityId, fields),
          body: mailText(config, fields),
        },
      };
    case 'EMIT_EVENT':
      return {
        type: 'EMIT_EVENT',
        settings: {
          event: text('eventName') ?? activityId,
          ...(config['payload'] !== undefined && { data: templatesIn(config['payload'], fields) }),
        },
      };
    case 'SET_VARIABLE':
      return { type: 'SET_CONTEXT', settings: { set: assignments(config, fields) } };
    case 'INVOKE_AGENT':
      return {
        type: 'EXTERNAL',
        settings: {
          topic: 'agent',
          input: { agent: JSON.stringify(config['agentId']), ...mappingOf(config['input'], fields) },
        },
        outputSchema: {
          type: 'object',
          properties: { outcome: { type: 'string', examples: ['approved'] }, proposal: { type: 'object' } },
        },
      };
    default:
      if (activityType !== 'UPDATE_ENTITY' && activityType !== 'EXECUTE_FUNCTION')
        notes.push({
          element: activityId,
          what: `an activity of the type ${activityType} is work for an external worker`,
        });
      return {
        type: 'EXTERNAL',
        settings: {
          topic: keyOf(activityType),
          input: mappingOf(
            {
              name: config['commandId'] ?? config['functionName'] ?? config['functionId'] ?? activityId,
              input: config['input'] ?? config['args'],
            },
            fields,
          ),
        },
      };
  }
}

function assignments(config: Readonly<Record<string, unknown>>, fields: Fields): Record<string, string> {
  const list = (config['assignments'] ?? [{ path: config['name'] ?? 'value', value: config['value'] }]) as {
    path?: unknown;
    value?: unknown;
  }[];
  const set: Record<string, unknown> = {};
  for (const { path, value } of list) if (typeof path === 'string') set[path] = value;
  const made = Object.fromEntries(
    Object.entries(set).map(([path, value]) => [path, mappingOf({ value }, fields)['value'] ?? 'null']),
  );
  for (const path of Object.keys(made)) {
    fields.read(path);
    fields.give(path.split('.')[0]!);
  }
  return made;
}

function mailText(config: Readonly<Record<string, unknown>>, fields: Fields): string {
  const data = Object.entries((config['data'] ?? {}) as Record<string, unknown>);
  const lines = data.map(([name, value]) => `${name}: ${templateOf(String(value), fields)}`);
  const body = typeof config['body'] === 'string' ? [templateOf(config['body'], fields)] : [];
  return [...body, ...lines].join('\n') || `Template: ${String(config['template'] ?? 'none')}`;
}

function methodOf(method: string | undefined): 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' {
  return (
    (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).find((one) => one === method?.toUpperCase()) ??
    'POST'
  );
}

function absolute(address: string): string {
  return /^https?:/.test(address)
    ? address
    : `${host}${address.startsWith('/') ? '' : '/'}${address.replace(/[<>\s]/g, '_')}`;
}

function retryOf({ retryPolicy: policy }: SourceActivity): Activity['retry'] {
  if (!policy?.maxAttempts) return undefined;
  return {
    maxAttempts: Math.max(1, policy.maxAttempts),
    ...(policy.initialIntervalMs && { firstDelay: seconds(policy.initialIntervalMs) }),
    ...(policy.backoffCoefficient && { factor: Math.max(1, policy.backoffCoefficient) }),
    ...(policy.maxIntervalMs && { maxDelay: seconds(policy.maxIntervalMs) }),
  };
}

/** Milliseconds as whole seconds, one at least. */
function seconds(milliseconds: number): string {
  return `PT${Math.max(1, Math.round(milliseconds / 1000))}S`;
}

/** A value for JSON that stands for a name which only exists at their run time. */
export function isPlaceholder(value: unknown): value is string {
  return typeof value === 'string' && /^<.*>$/.test(value);
}
