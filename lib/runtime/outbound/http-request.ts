import type { Dispatcher } from 'undici';
import { fetch } from 'undici';
import type { Json } from '@/lib/engine/json';
import { ActivityFailure, mostResultBytes } from '@/lib/runtime/activities/contract';
import { AddressRefused } from './address-guard';

export type HttpRequest = {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** `manual`: an answer that leads elsewhere is a failure, as a signed request is for its receiver alone. */
  readonly redirect: 'follow' | 'manual';
};

/**
 * Sends a request and reads its answer, within the bounds of what an activity may bring back.
 * @param dispatcher the guarded one (address-guard.ts)
 * @returns status and body of a 2xx
 * @throws ActivityFailure: 408, 425, 429, 5xx and a network that fails may be tried again, and carry the Retry-After; other
 * answers are final, as another try would get the same one
 */
export async function sendRequest(
  dispatcher: Dispatcher,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<{ status: number; body: Json }> {
  const { url, ...rest } = request;
  try {
    const response = await fetch(target(url), { ...rest, dispatcher, signal });
    const text = await boundedText(response);
    if (response.ok)
      return { status: response.status, body: readBody(text, response.headers.get('content-type')) };
    throw httpFailure(response.status, response.headers.get('retry-after'), url);
  } catch (error) {
    if (error instanceof ActivityFailure || signal.aborted) throw error;
    throw networkFailure(error, url);
  }
}

function target(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const isWeb = parsed?.protocol === 'http:' || parsed?.protocol === 'https:';
  if (parsed && isWeb && !parsed.username && !parsed.password) return parsed;
  throw new ActivityFailure({
    code: 'invalid_url',
    message: isWeb
      ? 'The address has a name or a password in it. Put them into a header, then retry.'
      : `${JSON.stringify(url)} is no http or https address. Correct the data or the definition, then retry.`,
    retryable: false,
  });
}

async function boundedText(response: Awaited<ReturnType<typeof fetch>>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).byteLength;
    if (size > mostResultBytes) {
      throw new ActivityFailure({
        code: 'result_too_large',
        message: `The answer is larger than ${mostResultBytes} bytes, the most that an activity may bring back.`,
        retryable: false,
      });
    }
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readBody(text: string, contentType: string | null): Json {
  if (text === '') return null;
  if (!/[/+]json\b/i.test(contentType ?? '')) return text.replaceAll('\u0000', '');
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new ActivityFailure(
      { code: 'invalid_json', message: 'The answer says that it is JSON, but it is not.', retryable: false },
      { cause: error },
    );
  }
}

const transient = new Set([408, 425, 429]);

function httpFailure(status: number, retryAfter: string | null, url: string): ActivityFailure {
  const retryable = status >= 500 || transient.has(status);
  const wait = retryAfter === null ? undefined : retryAfterSeconds(retryAfter);
  return new ActivityFailure({
    code: `http_${status}`,
    message: `${new URL(url).host} answered ${status}.`,
    retryable,
    ...(wait !== undefined && { retryAfterSeconds: wait }),
  });
}

/** Retry-After is a number of seconds or a date (RFC 9110, 10.2.3). */
function retryAfterSeconds(value: string): number | undefined {
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

function networkFailure(error: unknown, url: string): ActivityFailure {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AddressRefused) {
      return new ActivityFailure(
        { code: 'address_not_allowed', message: cause.message, retryable: false },
        { cause: error },
      );
    }
  }
  const { cause, message } = error as Error;
  const detail = cause instanceof Error ? cause.message : message;
  return new ActivityFailure(
    { code: 'network', message: `${new URL(url).host} could not be reached: ${detail}`, retryable: true },
    { cause: error },
  );
}
