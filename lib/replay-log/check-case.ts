import { eventsSchema, verificationSchema } from './answers';
import type { Api } from './api';
import { endKey } from './definition-from-log';
import type { Script } from './play-case';

export type Checked = {
  /** The steps entered and the people who decided are those of the trace, in its order. */
  readonly equal: boolean;
  /** The chain of hashes holds, and replaying the events gives the stored state. */
  readonly verified: boolean;
  readonly troubles: readonly string[];
};

/** Compares the history that the product kept of an instance with the trace that was played, and has it verified. */
export async function checkCase(api: Api, instance: string, script: Script): Promise<Checked> {
  const troubles: string[] = [];
  const history = await readHistory(api, instance);
  const path = script.moves.map((move) => move.step);
  const people = script.moves.map((move) => move.name);
  compare(troubles, 'steps', history.entered, [...path, endKey]);
  compare(troubles, 'people', history.deciders, people);
  const answer = await api.must({ method: 'GET', path: `/instances/${instance}/verify` });
  const { ok, replayEqual } = verificationSchema.parse(answer);
  const verified = ok && replayEqual;
  const equal = troubles.length === 0;
  if (!verified) troubles.push(`its history does not verify: ${JSON.stringify(answer).slice(0, 300)}`);
  return { equal, verified, troubles };
}

async function readHistory(api: Api, instance: string): Promise<{ entered: string[]; deciders: string[] }> {
  const entered: string[] = [];
  const deciders: string[] = [];
  let after: string | number | null | undefined = 0;
  do {
    const path = `/instances/${instance}/events?after=${encodeURIComponent(after)}&limit=200`;
    const page: ReturnType<typeof eventsSchema.parse> = eventsSchema.parse(
      await api.must({ method: 'GET', path }),
    );
    for (const event of page.items) {
      if (event.type === 'STEP_ENTERED') entered.push(stepOf(event.key));
      if (event.type === 'USER_TASK_DECIDED') deciders.push(event.actor.name);
    }
    after = page.next;
  } while (after != null);
  return { entered: entered.filter((step, index) => !(index === 0 && step === 'start')), deciders };
}

/** `main:in_review:2` → `in_review`. */
function stepOf(stay: string | null): string {
  return stay?.split(':')[1] ?? '';
}

function compare(
  troubles: string[],
  what: string,
  found: readonly string[],
  wanted: readonly string[],
): void {
  if (found.length === wanted.length && found.every((one, index) => one === wanted[index])) return;
  troubles.push(`its history has the ${what} ${found.join(' → ')}; the trace has ${wanted.join(' → ')}`);
}
