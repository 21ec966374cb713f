import { type Refusal, type Result, done } from '@/lib/people/refusal';
import type { ProblemCode } from './problem';

/** The most that a request's body may have, in bytes; a definition with a thousand steps stays below. */
const mostBytes = 4 * 1024 * 1024;

type Read =
  Result<unknown> | { readonly ok: false; readonly refusal: Omit<Refusal, 'code'> & { code: ProblemCode } };

/** The JSON of a request's body; an empty body is an empty object. Reads no more than it may keep. */
export async function readBody(request: Request): Promise<Read> {
  const text = await readText(request);
  if (text === null) {
    const message = `A request may have ${mostBytes} bytes at most.`;
    return { ok: false, refusal: { code: 'too_large', message, data: { limit: mostBytes } } };
  }
  if (text.trim() === '') return done({});
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(request.headers.get('content-type') ?? '')) {
    const message = 'Send JSON with the header content-type: application/json.';
    return { ok: false, refusal: { code: 'unsupported_media_type', message, data: {} } };
  }
  try {
    return done(JSON.parse(text));
  } catch (error) {
    const message = `The body is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}.`;
    return { ok: false, refusal: { code: 'invalid_json', message, data: {} } };
  }
}

async function readText(request: Request): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done: ended, value } = await reader.read();
    if (ended) break;
    size += value.byteLength;
    if (size > mostBytes) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks).toString('utf8');
}
