import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aDefinition, automated, callApi, end, go, start } from '@/lib/testing/builders/definition-builder';
import { CountingServer } from '@/lib/testing/counting-server';
import { hasNetworkNamespaces, NetworkNamespace } from '@/lib/testing/network-namespace';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { until } from '@/lib/testing/until';
import { Wire } from '@/lib/testing/wire';
import { WorkerProcesses } from '@/lib/testing/worker-processes';

const what = 'of two workers on two hosts, one that is cut off from the database';

describe.skipIf(!hasNetworkNamespaces)(
  hasNetworkNamespaces ? what : `${what} (no network namespaces on this machine)`,
  () => {
    let world: RuntimeWorld;
    let partner: CountingServer;
    let wires: Wire[];
    let hosts: NetworkNamespace[];
    let processes: WorkerProcesses;

    beforeAll(async () => {
      world = await RuntimeWorld.make();
      hosts = [1, 2].map((number) => NetworkNamespace.make(number));
      const [database, calls] = hosts.map(({ here }) => here);
      partner = await CountingServer.start(0, calls);
      const { ownerUrl, appUrl } = world.database;
      wires = await Promise.all([ownerUrl, appUrl].map((url) => Wire.start(url, database)));
      processes = await WorkerProcesses.prepare({
        ownerUrl: wires[0]!.url,
        appUrl: wires[1]!.url,
        leaseSeconds: 3,
        allowedHosts: [partner.host],
        concurrency: 2,
      });
      await world.publish(
        aDefinition({
          key: 'paying',
          steps: [
            start(),
            automated('paying', [callApi('pay', partner.url())]),
            automated('telling', [callApi('tell', partner.url('/tell'))]),
            end('approved'),
          ],
          transitions: [go('start', 'paying'), go('paying', 'telling'), go('telling', 'approved')],
        }),
      );
    });
    afterAll(async () => {
      await processes?.stop();
      await Promise.all((wires ?? []).map((wire) => wire.stop()));
      await partner?.stop();
      for (const host of hosts ?? []) host.remove();
      await world.expectVerified();
      await world.drop();
    });

    test(
      'loses its lease to the other, changes nothing when it is back, and works on',
      { timeout: 180_000 },
      async () => {
        // The partner answers the first call while its caller cannot tell anybody any more.
        let answerIt = (): void => undefined;
        const cut = new Promise<void>((resolve) => (answerIt = resolve));
        partner.answer = ({ path, count }) => (path === '/pay' && count === 1 ? cut.then(() => ({})) : {});
        const first = processes.start({}, hosts[0]);
        const lost = await first.ready;
        const id = await world.start('paying');
        await until('the first call', () => partner.received.length === 1);
        const second = processes.start({}, hosts[1]);
        const taker = await second.ready;

        hosts[0]!.cutOffFrom(hosts[0]!.here);
        answerIt();
        await world.untilStatus(id, 'completed');

        expect(await world.attempts(id)).toMatchObject([
          { number: 1, worker: lost, result: 'failed', code: 'lease_expired' },
          { number: 2, worker: taker, result: 'completed' },
        ]);
        expect(partner.keys()).toEqual([`${id}:main:paying:1:pay`, `${id}:main:telling:1:tell`]);
        const before = await world.history(id);

        second.kill();
        hosts[0]!.mend(hosts[0]!.here);
        const next = await world.start('paying');
        await world.untilStatus(next, 'completed', 90);

        expect((await world.attempts(next)).map(({ worker }) => worker)).toEqual([lost]);
        expect(await world.history(id)).toEqual(before);
      },
    );
  },
);
