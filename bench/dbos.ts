import { DBOS } from '@dbos-inc/dbos-sdk';

/** The peer, ready to run the same workflow. */
export type Peer = {
  /** Runs one workflow to its end. */
  run(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * DBOS in this process, with its own tables in a database of the same server and its usual settings. The workflow is
 * called directly, without one of its queues: the shortest way that it has.
 * @param steps how many durable steps the workflow has
 */
export async function startDbos(url: string, steps: number): Promise<Peer> {
  const quiet = () => undefined;
  DBOS.setConfig({
    name: 'interlock-bench',
    systemDatabaseUrl: url,
    logger: { info: quiet, debug: quiet, warn: console.warn, error: console.error },
  });
  const workflow = DBOS.registerWorkflow(
    async () => {
      for (let step = 1; step <= steps; step += 1) {
        await DBOS.runStep(() => Promise.resolve({ step }), { name: `step-${step}` });
      }
    },
    { name: 'five-steps' },
  );
  await DBOS.launch();
  return { run: () => workflow(), stop: () => DBOS.shutdown() };
}
