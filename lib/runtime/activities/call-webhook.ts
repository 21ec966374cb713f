import type { Dispatcher } from 'undici';
import type { Json } from '@/lib/engine/json';
import { sendRequest } from '@/lib/runtime/outbound/http-request';
import { signatureHeaders, signingKey } from '@/lib/runtime/outbound/signing';
import type { RunActivity } from './contract';

/** Settings with their templates rendered. */
type CallWebhook = { url: string; body?: Json };

/**
 * Posts JSON to a webhook, signed with the tenant's key, so that the receiver can tell that it comes from here. Fails and is
 * tried again as CALL_API is; a redirect is a failure, since the signature is for the named receiver alone.
 * @param secret the product's, from which the key is derived
 */
export function callWebhook(dispatcher: Dispatcher, secret: string): RunActivity<CallWebhook> {
  return async ({ url, body: content = {} }, call) => {
    const body = JSON.stringify(content);
    const key = signingKey(secret, call.tenantId, 'activities');
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': call.idempotencyKey,
      ...signatureHeaders(key, call.idempotencyKey, body),
    };
    return sendRequest(dispatcher, { method: 'POST', url, headers, body, redirect: 'manual' }, call.signal);
  };
}
