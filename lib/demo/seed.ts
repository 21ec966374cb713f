import type { Configuration } from '@/lib/configuration/configuration';
import { publishDefinition, saveDraft } from '@/lib/definitions/commands';
import { log } from '@/lib/observability/log';
import type { Actor } from '@/lib/people/actor';
import { putPerson, putRole } from '@/lib/people/commands';
import { actorOf, readPerson } from '@/lib/people/read-person';
import type { Result } from '@/lib/people/refusal';
import { ensureFirstTenant } from '@/lib/people/tenant';
import { putRule } from '@/lib/rules/commands';
import { registerFunctions } from '@/lib/runtime/activities/functions';
import { startWorker } from '@/lib/runtime/worker';
import { daniel, demoAccounts, sofia, tom, type DemoAccount } from './accounts';
import { demoDefinitions } from './demo-definitions';
import { demoStories } from './demo-stories';
import { demoFunctions } from './functions';
import { demoRoles } from './roles';
import { demoRules } from './rules';
import { tellStory, type Stray } from './tell-story';

export type SeedOptions = {
  readonly configuration: Pick<Configuration, 'leaseSeconds' | 'allowedHosts'>;
  /** Connection string of the owner, whose queue the seed's own worker serves. */
  readonly ownerUrl: string;
  readonly smtpUrl: string;
  /** The product's secret. */
  readonly secret: string;
};

export type Seeded = {
  readonly requests: number;
  /** Requests that did not come to where their story ends; they stand where they are. */
  readonly strays: readonly Stray[];
};

/** Stories told at once. */
const lanes = 6;

/**
 * Fills an empty database with the demo: roles, people, rules, the five processes, and requests in every situation. It
 * uses the product's own use cases as the people concerned, with a worker of its own while it runs; no row is inserted
 * by hand. Throws when the people or the processes cannot be made; a request that goes astray is logged and stays.
 */
export async function seedDemo(options: SeedOptions): Promise<Seeded> {
  registerFunctions(demoFunctions);
  const installation = await ensureFirstTenant({ name: 'Northwind', timeZone: 'Europe/Berlin' });
  const actors = await makePeople(installation);
  const as = (account: DemoAccount): Actor => {
    const actor = actors.get(account.email);
    if (!actor) throw new Error(`${account.name} is not among the demo's people.`);
    return actor;
  };
  for (const { key, value, effectiveFrom, effectiveTo } of demoRules) {
    must(`the rule ${key}`, await putRule(as(daniel), { key, value, effectiveFrom, effectiveTo }));
  }
  for (const definition of demoDefinitions) {
    must(`the draft of ${definition.key}`, await saveDraft(as(sofia), definition.key, { definition }, null));
    must(`the process ${definition.key}`, await publishDefinition(as(sofia), definition.key));
  }
  return { requests: demoStories.length, strays: await tellAll(options, as) };
}

async function makePeople(installation: Actor): Promise<ReadonlyMap<string, Actor>> {
  for (const { key, name, permissions } of demoRoles) {
    must(`the role ${key}`, await putRole(installation, key, { name, permissions: [...permissions] }));
  }
  const made = await Promise.all(
    demoAccounts.map(async ({ email, name, password, roles, timeZone }) => {
      const person = { name, password, roles: [...roles], timeZone };
      const { id } = must(`the person ${email}`, await putPerson(installation, email, person));
      const now = await readPerson(installation.tenantId, id);
      if (!now) throw new Error(`The person ${email} was made and is not there.`);
      return [email, actorOf(installation.tenantId, now, { via: 'screen' })] as const;
    }),
  );
  return new Map(made);
}

async function tellAll(options: SeedOptions, as: (account: DemoAccount) => Actor): Promise<Stray[]> {
  const worker = await startWorker(options);
  const strays: Stray[] = [];
  try {
    const waiting = [...demoStories];
    const lane = async () => {
      for (let story = waiting.shift(); story; story = waiting.shift()) {
        const stray = await tellStory(story, as, as(tom));
        if (stray) strays.push(stray);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  } finally {
    await worker.stop();
  }
  for (const stray of strays) log('demo').warn(stray, 'a request of the demo went another way');
  return strays;
}

function must<T>(what: string, result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`The demo could not make ${what}: ${result.refusal.message}`);
}
