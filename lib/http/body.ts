import { type Result, done } from '@/lib/people/refusal';
import type { HttpRefusal } from './problem';

/** The most that a request's body may have, in bytes; a definition with a thousand steps stays below. */
const mostBytes = 4 * 1024 * 1024;

/**
 * The JSON of a request's body; an empty body is an empty object. Reads no more than it may keep, and takes nothing that
 * would not come out as it went in.
 */
export async function readBody(request: Request): Promise<Result<unknown> | HttpRefusal> {
  const bytes = await readBytes(request, mostBytes);
  if (bytes === 'too large') {
    return refused('too_large', `A request may have ${mostBytes} bytes at most.`, { limit: mostBytes });
  }
  if (bytes === 'broken off') return refused('invalid_json', 'The body broke off before its end.');
  if (bytes.byteLength === 0) return done({});
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(request.headers.get('content-type') ?? '')) {
    return refused('unsupported_media_type', 'Send JSON with the header content-type: application/json.');
  }
  try {
    return done(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch (error) {
    const what = error instanceof SyntaxError ? error.message : 'it is not UTF-8';
    return refused('invalid_json', `The body is not JSON: ${what}.`);
  }
}

/** The bytes of a request's body; reads no more than it may keep. */
export async function readBytes(
  request: Request,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | 'too large' | 'broken off'> {
  if (Number(request.headers.get('content-length') ?? 0) > most) return 'too large';
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const reader = request.body?.getReader();
    while (reader) {
      const { done: ended, value } = await reader.read();
      if (ended) break;
      size += value.byteLength;
      if (size > most) {
        await reader.cancel();
        return 'too large';
      }
      chunks.push(value);
    }
  } catch {
    return 'broken off';
  }
  return Buffer.concat(chunks);
}

function refused(
  code: HttpRefusal['refusal']['code'],
  message: string,
  data: HttpRefusal['refusal']['data'] = {},
): HttpRefusal {
  return { ok: false, refusal: { code, message, data } };
}
