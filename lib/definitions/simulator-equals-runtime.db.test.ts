import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoAccounts } from '@/lib/demo/accounts';
import { demoDefinitions } from '@/lib/demo/demo-definitions';
import { demoStories } from '@/lib/demo/demo-stories';
import { demoRules } from '@/lib/demo/rules';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Json, JsonObject } from '@/lib/engine/json';
import { exampleInput } from '@/lib/engine/simulation/example';
import { BothSides, simulatedMoves } from '@/lib/testing/both-sides';
import { templates } from './templates/templates';

/** How many random cases of each process are played on both sides, and with how many answers. */
const demo = { cases: 4, answers: 18 };
const ofTemplates = { cases: 3, answers: 14 };

let sides: BothSides;
beforeAll(async () => {
  const people = demoAccounts.map(({ email, name, roles }) => ({ email, name, roles: [...roles] }));
  sides = await BothSides.make(people, Object.fromEntries(demoRules.map(({ key, value }) => [key, value])));
});
afterAll(() => sides.world.drop());

async function sameMoves(
  definition: Definition,
  inputOf: (seed: number) => JsonObject,
  { cases, answers }: typeof demo,
): Promise<void> {
  const { world } = sides;
  await world.publish({ ...definition, subject: { ...definition.subject, unique: false } });
  for (let seed = 1; seed <= cases; seed += 1) {
    const simulation = sides.play(definition, inputOf(seed), seed, answers);

    const real = await sides.realMoves(simulation);

    const moves = simulatedMoves(simulation);
    expect(real).toEqual(moves);
    expect(moves.length).toBeGreaterThan(5);
  }
  await world.expectVerified();
}

test.each(demoDefinitions.map((definition) => [definition.key, definition] as const))(
  'whatever is answered in %s, the simulated history has the moves of the real one',
  async (key, definition) => {
    const stories = demoStories.filter((story) => story.definition === key);
    await sameMoves(definition, (seed) => stories[seed % stories.length]!.input, demo);
  },
);

test.each(templates.map((definition) => [definition.key, definition] as const))(
  'whatever is answered in the template %s, the simulated history has the moves of the real one',
  async (_, definition) => {
    // The amount tells the ways of most templates apart.
    const inputOf = (seed: number) => {
      const input: Record<string, Json> = { ...exampleInput(definition.input ?? {}) };
      if ('amount' in input) input['amount'] = [50, 4_000, 20_000][seed % 3]!;
      return input;
    };
    await sameMoves({ ...definition, key: `template-${definition.key}` }, inputOf, ofTemplates);
  },
);
