import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance';
import type { WorkerProcess } from './worker-processes';

/** Worker processes that are killed and replaced, as a service manager does. */
export class Crew {
  readonly alive: WorkerProcess[] = [];
  /** Those that ended although nobody killed them. */
  readonly endedByThemselves: WorkerProcess[] = [];
  readonly #killed = new Set<WorkerProcess>();
  readonly #paused = new Set<WorkerProcess>();
  /** Those that work, with their ids in the database. */
  readonly #ready = new Map<WorkerProcess, string>();
  #pauses = 0;

  constructor(
    private readonly start: () => WorkerProcess,
    private readonly random: Chance,
  ) {}

  /** How many were killed. */
  get kills(): number {
    return this.#killed.size;
  }

  /** How many were stopped for a while. */
  get pauses(): number {
    return this.#pauses;
  }

  /** Whether this one works and nobody has killed it. */
  isAtWork(id: string): boolean {
    return this.alive.some((worker) => this.#ready.get(worker) === id && !this.#killed.has(worker));
  }

  hire(): WorkerProcess {
    const worker = this.start();
    this.alive.push(worker);
    worker.ready.then((id) => this.#ready.set(worker, id)).catch(() => undefined);
    void worker.exited.then(() => {
      this.alive.splice(this.alive.indexOf(worker), 1);
      this.#paused.delete(worker);
      this.#ready.delete(worker);
      if (!this.#killed.has(worker)) this.endedByThemselves.push(worker);
    });
    return worker;
  }

  /**
   * Kills one and hires another.
   * @param id the one to strike, where it works; else chance chooses
   * @returns false when there is none to be killed
   */
  killOne(id?: string): boolean {
    const victim = this.alive.find((worker) => id && this.#ready.get(worker) === id) ?? this.#one();
    if (!victim) return false;
    this.#killed.add(victim);
    victim.kill();
    this.hire();
    return true;
  }

  /** Stops one by chance (SIGSTOP) and lets it go on later, however the wait ends; one at a time. */
  async pauseOne(seconds: number): Promise<void> {
    const victim = this.#one();
    if (!victim || this.#paused.size > 0) return;
    this.#paused.add(victim);
    this.#pauses += 1;
    victim.pause();
    try {
      await sleep(seconds * 1000);
    } finally {
      victim.goOn();
      this.#paused.delete(victim);
    }
  }

  /** One that works, where there is one: to strike those that only begin would test little. */
  #one(): WorkerProcess | undefined {
    const standing = this.alive.filter((worker) => !this.#killed.has(worker));
    const working = standing.filter((worker) => this.#ready.has(worker));
    const struck = working.length > 0 ? working : standing;
    return struck[this.random(struck.length)];
  }
}
