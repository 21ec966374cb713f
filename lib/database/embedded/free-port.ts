import { createServer } from 'node:net';

/**
 * A free loopback port.
 * @param wanted taken when it is free
 * @param besides never taken: ports that are spoken for, though nobody listens yet
 */
export async function freePort(wanted?: number, besides: number[] = []): Promise<number> {
  for (const port of wanted ? [wanted, 0, 0, 0] : [0, 0, 0]) {
    const found = await listenOnce(port);
    if (found && !besides.includes(found)) return found;
  }
  throw new Error('This machine has no free port on 127.0.0.1.');
}

function listenOnce(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(null));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });
}
