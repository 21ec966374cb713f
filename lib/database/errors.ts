/** What the database refuses with its own SQLSTATEs, and what each means. */
const refusals = {
  IL001: 'stale',
  IL002: 'not_allowed',
  IL003: 'terminal',
  IL004: 'lease_lost',
  IL005: 'not_found',
  IL006: 'immutable',
  IL007: 'duplicate',
  IL008: 'invalid_plan',
} as const;

/**
 * - `stale`: the instance has moved since the caller read it
 * - `not_allowed`: the closed lists have no such move
 * - `terminal`: the row has ended
 * - `lease_lost`: another worker holds the work now
 * - `not_found`: there is no such row for this tenant
 * - `immutable`: history and published versions only grow
 * - `duplicate`: a live instance of the same subject exists
 * - `invalid_plan`: the plan contradicts itself or the definition; a defect of the caller
 */
export type RefusalCode = (typeof refusals)[keyof typeof refusals];

/** A refusal by the database, with the data that its DETAIL carried. */
export interface Refusal {
  code: RefusalCode;
  message: string;
  detail: Record<string, unknown>;
}

/**
 * The database's refusal inside an error of `pg` or Prisma.
 * @returns null when the error is anything else, which the caller then throws on
 */
export function readRefusal(error: unknown): Refusal | null {
  for (const layer of layersOf(error)) {
    const state = layer.originalCode ?? layer.code;
    if (typeof state !== 'string' || !Object.hasOwn(refusals, state)) continue;
    return {
      code: refusals[state as keyof typeof refusals],
      message: String(layer.originalMessage ?? layer.message ?? ''),
      detail: readDetail(layer.detail),
    };
  }
  return null;
}

const connectionStates = new Set(['57P01', '57P02', '57P03', '53300', '57P05', '25P03']);
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
]);
const connectionKinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
]);
const connectionWords =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed/;

/**
 * Whether an error says that the database was not reached or went away: the work may be tried again.
 * What was under way may have been committed; only what is conditional or idempotent may be repeated blindly.
 */
export function isConnectionFailure(error: unknown): boolean {
  return layersOf(error).some((layer) => {
    const code = String(layer.originalCode ?? layer.code ?? '');
    return (
      code.startsWith('08') ||
      connectionStates.has(code) ||
      connectionCodes.has(code) ||
      connectionKinds.has(String(layer.kind ?? '')) ||
      connectionWords.test(String(layer.message ?? ''))
    );
  });
}

interface Layer {
  code?: unknown;
  originalCode?: unknown;
  originalMessage?: unknown;
  kind?: unknown;
  message?: unknown;
  detail?: unknown;
}

/** An error, its causes, the parts of an AggregateError, and what Prisma wraps in `meta`. */
function layersOf(error: unknown): Layer[] {
  const layers: Layer[] = [];
  const open: unknown[] = [error];
  while (open.length > 0 && layers.length < 20) {
    const layer = open.shift();
    if (typeof layer !== 'object' || layer === null) continue;
    layers.push(layer);
    const { cause, meta, errors } = layer as {
      cause?: unknown;
      meta?: { driverAdapterError?: unknown };
      errors?: unknown;
    };
    open.push(cause, meta?.driverAdapterError, ...(Array.isArray(errors) ? (errors as unknown[]) : []));
  }
  return layers;
}

function readDetail(detail: unknown): Record<string, unknown> {
  if (typeof detail !== 'string') return {};
  try {
    const data: unknown = JSON.parse(detail);
    return typeof data === 'object' && data !== null ? { ...data } : {};
  } catch {
    return {};
  }
}
