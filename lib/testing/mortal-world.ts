import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { disconnectClient } from '@/lib/database/client';
import { startEmbedded } from '@/lib/database/embedded';
import { migrate } from '@/lib/database/migrate';
import { createPool, useAppPool } from '@/lib/database/pool';
import { appUrl } from '@/lib/database/roles';
import { RuntimeWorld } from './runtime-world';
import { testSecret } from './secret';
import { until } from './until';

/** A world on a PostgreSQL of its own, which may be killed: it has its usual durability and is started again. */
export type MortalWorld = {
  readonly world: RuntimeWorld;
  /** `kill -9` of the server. */
  killDatabase(): Promise<void>;
};

/** Call it in `beforeAll`, and `world.drop` in `afterAll`. */
export async function mortalWorld(): Promise<MortalWorld> {
  const folder = mkdtempSync(path.join(tmpdir(), 'interlock-mortal-'));
  chmodSync(folder, 0o711);
  const server = await startEmbedded({ dataFolder: folder });
  await migrate({ ownerUrl: server.url, secret: testSecret });
  const urls = { ownerUrl: server.url, appUrl: appUrl(server.url, testSecret) };
  const [owner, app] = [createPool(urls.ownerUrl), createPool(urls.appUrl)];
  useAppPool(app);
  const world = await RuntimeWorld.on({
    ...urls,
    owner,
    app,
    drop: async () => {
      await disconnectClient();
      await Promise.all([owner.end(), app.end()]);
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  });
  return {
    world,
    killDatabase: async () => {
      process.kill(await until('the database', () => server.pid()), 'SIGKILL');
    },
  };
}
