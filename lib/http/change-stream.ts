import { subscribe } from '@/lib/runtime/change-feed';

/** A comment goes out this often, in milliseconds, so that neither side takes a silent line for a dead one. */
const heartbeat = 15_000;

/**
 * Server-sent events of the tenant's moves: `event: change`, `data: {"instanceIds": [...]}`. They say where to look, not
 * what is there: whoever hears them asks again and is authorized again.
 */
export function changeStream(tenantId: string, signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  let stop = () => undefined as void;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const end = subscribe(tenantId, (instanceIds) => {
        send(`event: change\ndata: ${JSON.stringify({ instanceIds })}\n\n`);
      });
      const beat = setInterval(() => send(': still here\n\n'), heartbeat);
      stop = () => {
        clearInterval(beat);
        end();
      };
      signal.addEventListener('abort', () => {
        stop();
        controller.close();
      });
      send('retry: 2000\n\n');
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
