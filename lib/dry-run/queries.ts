import { readDefinition, readVersion } from '@/lib/definitions/read-definitions';
import { isStarter } from '@/lib/definitions/permissions';
import { parseDefinition } from '@/lib/engine/definition/parse';
import type { Definition } from '@/lib/engine/definition/schema';
import { nextAnswer } from '@/lib/engine/simulation/next-answer';
import { respond } from '@/lib/engine/simulation/answering';
import { openWork } from '@/lib/engine/simulation/open-work';
import type { SimulatedPerson } from '@/lib/engine/simulation/scenario';
import { begin, clock, present, type Simulation } from '@/lib/engine/simulation/simulation';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse, refuseFields } from '@/lib/people/refusal';
import { checkJson } from '@/lib/runtime/check-json';
import { mayDecide } from '@/lib/tasks/authority';
import { entriesOf } from './entries';
import { type Away, readWorld } from './read-world';
import { type DryRun, type DryRunEntry, type DryRunOrder, dryRunOrderSchema } from './schema';
import { attemptOf, wouldGoOut } from './would-go-out';

/** Answers after which it is taken to run in a circle. */
const mostAnswers = 300;

type Order = ReturnType<typeof dryRunOrderSchema.parse>;

/**
 * What a real instance with this input would do: who would get each task, which calls and mails would go out, and when. It plays
 * the production core over the organization's people, rules, calendars and absences; nothing is sent and nothing is stored.
 */
export async function dryRun(actor: Actor, key: string, input: DryRunOrder): Promise<Result<DryRun>> {
  const lacking = lacks(actor, 'definitions.edit');
  if (lacking) return lacking;
  const read = readInput(dryRunOrderSchema, input);
  if (!read.ok) return read;
  const order = read.value;
  const found = await definitionOf(actor, key, order.version);
  if (!found.ok) return found;
  const definition = found.value;
  const wrong = checkJson(definition.input ?? { type: 'object' }, order.input, '/input');
  if (wrong.length > 0) return refuseFields(wrong);

  const { away, ...world } = await readWorld(actor.tenantId);
  const address = order.requester === undefined ? actor.email.toLowerCase() : order.requester;
  const requester = world.people.find(({ email }) => email === address) ?? null;
  if (!requester && order.requester)
    return refuseFields([{ path: '/requester', message: 'nobody active has this address' }]);

  const begun = begin(definition, {
    ...world,
    startAt: instant(order.startAt),
    subject: order.subject.id,
    input: order.input,
    requester,
  });
  if (!begun.ok) return refuse('invalid', begun.message);
  const { simulation, entries, because } = thinkThrough(begun.simulation, order, away);
  const { status, state, outcome } = present(simulation);
  return done({
    key,
    name: definition.name,
    version: order.version ?? null,
    requester: requester && asStarter(requester, definition),
    startsAt: simulation.world.startAt,
    entries,
    end: { at: clock(simulation), status: status ?? 'created', state, outcome, because },
  });
}

function thinkThrough(begun: Simulation, { outcomes, failing }: Order, away: readonly Away[]) {
  let simulation = begun;
  const entries: DryRunEntry[] = entriesOf(simulation, simulation.turns[0]!, outcomes, away);
  for (let count = 0; ; count += 1) {
    const answer = nextAnswer(simulation, { outcomes, failing });
    if (!answer) return { simulation, entries, because: stillWaits(simulation) };
    if (count >= mostAnswers) {
      const because = `It has not ended after ${mostAnswers} answers: choose other outcomes, or it runs in a circle.`;
      return { simulation, entries, because };
    }
    const execution = attemptOf(simulation, answer);
    if (execution) {
      const { step: key } = execution;
      const step = simulation.definition.steps.find((one) => one.key === key);
      const base = { at: clock(simulation), step: key, stepName: step?.name ?? key };
      entries.push(wouldGoOut(simulation, execution, base, answer.do === 'fail'));
    }
    const played = respond(simulation, answer, mayDecide);
    if (!played.ok) return { simulation, entries, because: played.message };
    simulation = played.simulation;
    entries.push(...entriesOf(simulation, simulation.turns.at(-1)!, outcomes, away));
  }
}

/** Why it stands still; null when it has ended. */
function stillWaits(simulation: Simulation): string | null {
  const { closed, incidents, tasks } = openWork(simulation);
  if (closed) return null;
  if (incidents.length > 0) return 'It needs a person’s attention.';
  const [task] = tasks;
  if (task) return `It waits for a decision on “${task.title}”, and no deadline ends that.`;
  return 'It waits for something that does not come by itself.';
}

async function definitionOf(
  actor: Actor,
  key: string,
  version: number | undefined,
): Promise<Result<Definition>> {
  const content =
    version === undefined
      ? (await readDefinition(actor.tenantId, key))?.draft
      : (await readVersion(actor.tenantId, key, version))?.content;
  if (!content) return refuse('not_found', 'There is no such definition, or it has no such version.');
  const parsed = parseDefinition(content);
  if (parsed.ok) return done(parsed.definition);
  const [finding] = parsed.findings;
  return refuse('invalid', `The definition cannot be run as it is: ${finding?.message ?? ''}`);
}

function asStarter({ name, email, roles }: SimulatedPerson, definition: Definition) {
  return { name, email, mayStart: isStarter(roles, definition) };
}

/** With microseconds, as the database writes instants. */
function instant(at: string | undefined): string {
  return new Date(at ?? Date.now()).toISOString().replace('Z', '000Z');
}
