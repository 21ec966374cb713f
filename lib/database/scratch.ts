import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from '@/lib/database/embedded';

/** A PostgreSQL for as long as a tool or a test needs one. */
export interface ScratchServer {
  /** The owner's connection string. */
  ownerUrl: string;
  /** Leaves nothing behind of a server that was started for this. */
  stop(): Promise<void>;
}

/**
 * @param outside connection string of a server that is there already; without it, an embedded one is started in a
 * temporary folder
 * @param durable false: faster, since a crash of the machine may lose what is in it
 */
export async function scratchServer(outside: string | undefined, durable: boolean): Promise<ScratchServer> {
  if (outside) return { ownerUrl: outside, stop: () => Promise.resolve() };
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'interlock-scratch-'));
  chmodSync(dataFolder, 0o711);
  const database = await startEmbedded({ dataFolder, durable });
  return {
    ownerUrl: database.url,
    stop: async () => {
      await database.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
