import { type Result, done, refuse } from '@/lib/people/refusal';
import { readBytes } from './body';
import { type Answer, type Handler, respond } from './endpoint';
import type { HttpRefusal } from './problem';

/** What an endpoint gets that reads no JSON, or does not ask who calls: the request, and how to read its body. */
export type RawCall<P> = {
  readonly request: Request;
  readonly params: P;
  /**
   * Reads the body.
   * @param most bytes that it may have; more are refused as `too_large`
   */
  readonly read: (most: number) => Promise<Result<Uint8Array<ArrayBuffer>>>;
};

/** A route handler for a body that is no JSON of ours. It finds out itself who calls. */
export function rawEndpoint<P extends Record<string, string> = Record<never, string>>(
  answer: (call: RawCall<P>) => Promise<Answer | HttpRefusal>,
): Handler {
  return async (request, context) =>
    respond(request, async () =>
      answer({
        request,
        params: (await context.params) as P,
        read: async (most) => {
          const bytes = await readBytes(request, most);
          if (bytes === 'too large') {
            return refuse('too_large', `A body may have ${most} bytes here at most.`, { limit: most });
          }
          if (bytes === 'broken off') return refuse('invalid', 'The body broke off before its end.');
          return done(bytes);
        },
      }),
    );
}
