import type { ELK, ElkNode } from 'elkjs/lib/elk-api';

type Engine = { readonly elk: ELK; readonly broken: Promise<never> };

let engine: Promise<Engine> | null = null;

/**
 * Lays a graph out by ELK, in a worker, so that the page goes on answering however large the drawing is. ELK is large and
 * loaded when first needed.
 */
export async function layOutByElk(graph: ElkNode): Promise<ElkNode> {
  engine ??= start();
  try {
    const { elk, broken } = await engine;
    return await Promise.race([elk.layout(graph), broken]);
  } catch (error) {
    // The next try begins with a worker of its own.
    engine = null;
    throw error;
  }
}

/** Loads ELK before it is asked for, so that tidying up begins at once. */
export function prepareElk(): void {
  engine ??= start();
  engine.catch(() => (engine = null));
}

async function start(): Promise<Engine> {
  // Tests run where there are no workers.
  if (typeof Worker === 'undefined') {
    const { default: Elk } = await import('elkjs/lib/elk.bundled.js');
    return { elk: new Elk(), broken: new Promise(() => {}) };
  }
  const { default: Elk } = await import('elkjs/lib/elk-api.js');
  const worker = new Worker(new URL('./elk-worker.ts', import.meta.url));
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) => reject(new Error(`The layout worker: ${message}`)));
  });
  // Nobody may be waiting when it breaks.
  broken.catch(() => {});
  return { elk: new Elk({ workerFactory: () => worker }), broken };
}
