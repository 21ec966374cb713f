import { setTimeout as sleep } from 'node:timers/promises';
import { receiveSignal } from '@/lib/runtime/signals';
import type { Chance } from '@/lib/testing/chance';
import { persistently } from '@/lib/testing/persistently';
import type { RuntimeWorld } from '@/lib/testing/runtime-world';
import type { Act } from './kind';

/** An instance of a chaos run: what it is, and what is done to it. */
export type Case = { readonly id: string; readonly key: string; readonly act: Act | null };

/** How long support lets an instance be paused, in seconds. */
const pauseSeconds = 1.5;

/** Those who act on instances: they decide, send signals (twice), cancel; support pauses one at times and resumes it. */
export class People {
  pauses = 0;

  constructor(
    private readonly world: RuntimeWorld,
    private readonly cases: ReadonlyMap<string, Case>,
    private readonly random: Chance,
  ) {}

  /** Acts until it is over, and at last resumes what is paused. @param calm aborted: nobody pauses any more */
  async work(over: AbortSignal, calm: AbortSignal): Promise<void> {
    const { owner } = this.world.database;
    while (!over.aborted) {
      const { rows: waiting } = await persistently(() =>
        owner.query<{ id: string }>(
          "SELECT id FROM instances WHERE status = 'waiting' AND waiting_for && ARRAY['human_task', 'signal']",
        ),
      );
      for (const { id } of waiting) {
        const act = this.cases.get(id)?.act;
        if (act) await this.act(id, act);
      }
      await this.#resume(pauseSeconds);
      if (!calm.aborted && this.random(10) === 0) await this.#pause();
      await sleep(150);
    }
    await this.#resume(0);
  }

  /** Acts as far as the instance lets it: what is too late is refused, and that is all. */
  async act(id: string, act: Act): Promise<void> {
    if ('decide' in act) {
      await persistently(() => this.world.decide(id, 'in_review', act.decide));
    } else if ('cancel' in act) {
      const cancel = { kind: 'cancel', mode: 'compensated', reason: 'Ordered twice.' } as const;
      await persistently(() => this.world.move(id, cancel));
    } else {
      await Promise.all([this.#signal(id, act.signal), this.#signal(id, act.signal)]);
    }
  }

  async #signal(instanceId: string, name: string): Promise<void> {
    const place = { tenantId: this.world.tenantId, instanceId };
    const order = { id: `${name}-once`, name, payload: {}, keepSeconds: 3_600 };
    const { app } = this.world.database;
    await persistently(() => receiveSignal(app, place, order, this.world.mover(this.world.ann)));
  }

  async #pause(): Promise<void> {
    const { rows } = await persistently(() =>
      this.world.database.owner.query<{ id: string }>(
        "SELECT id FROM instances WHERE status IN ('running', 'waiting') ORDER BY id",
      ),
    );
    const chosen = rows[this.random(rows.length)];
    if (!chosen) return;
    const paused = await persistently(() =>
      this.world.move(chosen.id, { kind: 'pause', reason: 'Support looks at it.' }),
    );
    if (paused.ok) this.pauses += 1;
  }

  async #resume(afterSeconds: number): Promise<void> {
    const { rows } = await persistently(() =>
      this.world.database.owner.query<{ id: string }>(
        "SELECT id FROM instances WHERE status = 'paused' AND status_since <= now() - make_interval(secs => $1)",
        [afterSeconds],
      ),
    );
    for (const { id } of rows) {
      await persistently(() => this.world.move(id, { kind: 'resume', reason: 'All is well.' }));
    }
  }
}
