import { subscribe } from '@/lib/runtime/change-feed';

/** A comment goes out this often, in milliseconds, so that neither side takes a silent line for a dead one. */
const heartbeat = 15_000;

/**
 * Server-sent events of the tenant's moves: `event: change`, `data: {"instanceIds": [...]}`; and `event: missed` when any
 * may have moved; `event: draft`, `data: {"definitionId": …}` for those who have that draft open. They say where to look, not
 * what is there: whoever hears them asks again and is authorized again.
 * @param since an instant in milliseconds since the epoch: moves since then are told first, so that nothing is missed
 *   between the drawing of a page and its listening
 */
export function changeStream(tenantId: string, signal: AbortSignal, since?: number): Response {
  const encoder = new TextEncoder();
  let stop = (): void => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string): void => {
        // Nobody reads any more: what is not taken is not gathered.
        if ((controller.desiredSize ?? 0) > -mostWaiting) controller.enqueue(encoder.encode(text));
      };
      send('retry: 2000\n\n');
      const unsubscribe = subscribe(
        tenantId,
        (instanceIds) => send(`event: change\ndata: ${JSON.stringify({ instanceIds })}\n\n`),
        {
          missed: () => send('event: missed\ndata: {}\n\n'),
          draft: (definitionId) => send(`event: draft\ndata: ${JSON.stringify({ definitionId })}\n\n`),
          since,
        },
      );
      const beat = setInterval(() => send(': still here\n\n'), heartbeat);
      stop = () => {
        clearInterval(beat);
        unsubscribe();
        signal.removeEventListener('abort', end);
      };
      const end = (): void => {
        stop();
        controller.close();
      };
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
    },
    cancel: () => stop(),
  });
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}

/** Messages that may wait for a reader; one that is slower than that misses some and hears of the next. */
const mostWaiting = 1_000;
