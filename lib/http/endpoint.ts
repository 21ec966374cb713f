import { randomUUID } from 'node:crypto';
import { isConnectionFailure } from '@/lib/database/errors';
import { log } from '@/lib/observability/log';
import type { Actor } from '@/lib/people/actor';
import { type Result, done } from '@/lib/people/refusal';
import { readBody } from './body';
import { callerOf } from './caller';
import { type HttpRefusal, problem } from './problem';
import { takeOfQuota } from './rate-limit';

/** What an endpoint gets: who calls, and what was sent. */
export type Call<P> = {
  readonly actor: Actor;
  readonly params: P;
  /** Query parameters; one that comes several times as a list. */
  readonly query: Readonly<Record<string, string | string[]>>;
  /** The JSON of the body; undefined for GET. Unchecked: the command checks it. */
  readonly body: unknown;
  readonly headers: Headers;
  readonly signal: AbortSignal;
};

/** What it answers: a command's result, and how to send it; or a response of its own. */
export type Answer =
  | Response
  | {
      readonly result: Result<unknown>;
      /** Status of a result that is a value; 200 where it is left out. */
      readonly status?: number;
      readonly headers?: Record<string, string>;
    };

export type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

/**
 * A route handler of the HTTP API: finds out who calls, reads the body, sends the answer or the problem document. An
 * unexpected error is logged with an id that the answer carries, and says nothing else to the outside.
 */
export function endpoint<P extends Record<string, string> = Record<never, string>>(
  answer: (call: Call<P>) => Promise<Answer>,
): Handler {
  return async (request, context) =>
    respond(request, async () => {
      const caller = await callerOf(request);
      if (!caller.ok) return caller;
      const { value: actor } = caller;
      const params = (await context.params) as P;
      return withinQuota(request, actor, () => answered(request, actor, params, answer));
    });
}

/** Answers as far as the actor's quota of requests goes, and says in the headers how much of it is left. */
export async function withinQuota(
  request: Request,
  actor: Actor,
  work: () => Promise<Answer | HttpRefusal>,
): Promise<Response> {
  const taken = await takeOfQuota(actor);
  const response = taken.refusal ? problem(taken.refusal) : sent(request, await work());
  for (const [name, value] of Object.entries(taken.headers)) response.headers.set(name, value);
  return response;
}

/** Sends what an endpoint answers, or the problem document of why it does not. */
export async function respond(
  request: Request,
  work: () => Promise<Answer | HttpRefusal>,
): Promise<Response> {
  try {
    return sent(request, await work());
  } catch (error) {
    return unexpected(error, request);
  }
}

async function answered<P>(
  request: Request,
  actor: Actor,
  params: P,
  answer: (call: Call<P>) => Promise<Answer>,
): Promise<Answer | HttpRefusal> {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const body = reads ? done(undefined) : await readBody(request);
  if (!body.ok) return body;
  return answer({
    actor,
    params,
    query: queryOf(new URL(request.url).searchParams),
    body: body.value,
    headers: request.headers,
    signal: request.signal,
  });
}

function sent(request: Request, given: Answer | HttpRefusal): Response {
  if (given instanceof Response) return given;
  if ('refusal' in given) return problem(given.refusal);
  if (!given.result.ok) return problem(given.result.refusal, request.headers.has('if-match'));
  return Response.json(given.result.value, {
    status: given.status ?? 200,
    headers: { 'cache-control': 'no-store', ...given.headers },
  });
}

/** As own properties: a parameter may be called `__proto__`. */
function queryOf(parameters: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const [value = '', ...more] = parameters.getAll(name);
      return [name, more.length > 0 ? [value, ...more] : value];
    }),
  );
}

function unexpected(error: unknown, request: Request): Response {
  const incident = randomUUID();
  const { pathname } = new URL(request.url);
  log('http').error({ err: error, incident, method: request.method, pathname }, 'request failed');
  if (isConnectionFailure(error)) {
    return problem({
      code: 'unavailable',
      message: 'The database cannot be reached at the moment. Try again shortly.',
      data: { incident, retryAfterSeconds: 2 },
    });
  }
  const message = `Something went wrong on our side. Tell whoever runs Interlock the number ${incident}.`;
  return problem({ code: 'internal', message, data: { incident } });
}
