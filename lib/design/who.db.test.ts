import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import type { UserTaskStep } from '@/lib/engine/definition/step-schema';
import { addressOf, refund, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { whoWouldDecide } from './queries';
import type { WhoRequest } from './schema';

let database: TestDatabase;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
});
afterAll(() => database.drop());

function asking(
  who: UserTaskStep['who'],
  data: WhoRequest['data'] = { amount: 50 },
  requester?: string,
): WhoRequest {
  const definition: Definition = {
    ...refund,
    steps: refund.steps.map((step) => (step.key === 'in_review' ? ({ ...step, who } as UserTaskStep) : step)),
  };
  return { definition, step: 'in_review', data, requester };
}

async function answerTo(request: WhoRequest) {
  const answer = take(await whoWouldDecide(await world.person('dora'), request));
  return {
    ...answer,
    can: answer.people.filter(({ mayDecide }) => mayDecide.ok).map(({ name }) => name),
    cannot: Object.fromEntries(
      answer.people.flatMap(({ name, mayDecide }) => (mayDecide.ok ? [] : [[name, mayDecide.rule]])),
    ),
  };
}

test('a designer sees who holds the role now, and that the requester may not', async () => {
  const answer = await answerTo(asking({ roles: ['approver'] }, { amount: 50 }, addressOf('ann')));

  expect(answer.can).toEqual(['Bob']);
  expect(answer.cannot).toEqual({ Ann: 'requester' });
  expect(answer.required).toBe(1);
});

test('expressions are evaluated with the sample: whoever they name, and whoever they bar', async () => {
  const answer = await answerTo(
    asking(
      {
        candidates: '[input.mail, "nobody@else.example"]',
        exclude: '[context.customer]',
        roles: ['approver'],
      },
      { amount: 1, mail: addressOf('carol'), customer: addressOf('ann') },
    ),
  );

  expect(answer.can).toEqual(['Bob', 'Carol']);
  expect(answer.cannot).toEqual({ Ann: 'excluded' });
  expect(answer.strangers).toEqual(['nobody@else.example']);
});

test('an authority limit is held against the sample’s amount', async () => {
  const who = { roles: ['approver'], limit: { rule: 'refund_authority', amount: 'context.amount' } };

  expect((await answerTo(asking(who, { amount: 10 }))).can).toEqual(['Ann', 'Bob']);
  expect((await answerTo(asking(who, { amount: 100_000_000 }))).cannot).toEqual({
    Ann: 'limit',
    Bob: 'limit',
  });
});

test('what earlier steps left can be given too, and the assignee is said', async () => {
  const definition: Definition = {
    ...refund,
    steps: [
      ...refund.steps.map((step) =>
        step.key === 'in_review'
          ? ({ ...step, who: { assignee: 'context.tasks.naming.chosen' } } as UserTaskStep)
          : step,
      ),
      {
        key: 'naming',
        type: 'USER_TASK',
        who: {},
        outcomes: [{ key: 'ok', name: 'OK' }],
        form: { schema: { type: 'object', properties: { chosen: { type: 'string' } } } },
      },
    ],
  };
  const data = { amount: 1, tasks: { naming: { chosen: addressOf('bob') } } };

  const answer = await answerTo({ definition, step: 'in_review', data });

  expect(answer.assignee?.name).toBe('Bob');
  expect(answer.can).toEqual(['Bob']);
});

test('where nobody would be, it says which roles nobody holds', async () => {
  const answer = await answerTo(asking({ roles: ['auditor'] }));

  expect(answer.people).toEqual([]);
  expect(answer.emptyRoles).toEqual(['auditor']);
});

test('an expression that cannot be evaluated with the sample says why', async () => {
  const answer = await whoWouldDecide(
    await world.person('dora'),
    asking({ roles: ['approver'], limit: { rule: 'refund_authority', amount: 'context.amount' } }, {}),
  );

  expect(answer).toMatchObject({ ok: false, refusal: { code: 'invalid' } });
  expect(answer.ok ? '' : answer.refusal.message).toContain('limit');
});

test('whoever may not edit definitions is refused, since people and roles would be seen', async () => {
  expect(await whoWouldDecide(await world.person('ann'), asking({ roles: ['approver'] }))).toMatchObject({
    ok: false,
    refusal: { code: 'forbidden' },
  });
});

test('an address of another tenant is nobody here', async () => {
  const answer = await whoWouldDecide(
    await world.person('dora'),
    asking({ roles: ['approver'] }, { amount: 1 }, 'somebody@elsewhere.example'),
  );
  expect(answer).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
});
