import type { Dispatcher } from 'undici';
import type { Json } from '@/lib/engine/json';
import { sendRequest } from '@/lib/runtime/outbound/http-request';
import type { RunActivity } from './contract';

/** Settings with their templates rendered. */
type CallApi = { method: string; url: string; headers?: Record<string, Json>; body?: Json };

/**
 * Calls an HTTP API. 2xx completes with `{ status, body }`; `sendRequest` says which failures may be tried again. The
 * idempotency key goes out as `Idempotency-Key`.
 */
export function callApi(dispatcher: Dispatcher): RunActivity<CallApi> {
  return async ({ method, url, headers: given, body }, call) => {
    const headers: Record<string, string> = { accept: 'application/json' };
    for (const [name, value] of Object.entries(given ?? {})) headers[name.toLowerCase()] = String(value);
    headers['idempotency-key'] = call.idempotencyKey;
    const hasBody = body !== undefined && method !== 'GET';
    if (hasBody) headers['content-type'] ??= 'application/json';
    const content = hasBody ? { body: JSON.stringify(body) } : {};
    return sendRequest(dispatcher, { method, url, headers, redirect: 'follow', ...content }, call.signal);
  };
}
