import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import type { SubWorkflowStep } from '@/lib/engine/definition/step-schema';
import { lint } from '@/lib/engine/definition/lint';
import type { Child } from '@/lib/engine/child';
import type { Snapshot } from '@/lib/engine/snapshot';
import { attempt, refusals } from '@/lib/testing/attempt';
import {
  aDefinition,
  automated,
  callApi,
  end,
  go,
  start,
  subWorkflow,
  userTask,
} from '@/lib/testing/builders/definition-builder';
import { CountingServer } from '@/lib/testing/counting-server';
import { RuntimeWorld } from '@/lib/testing/runtime-world';

let world: RuntimeWorld;
let partner: CountingServer;

beforeAll(async () => {
  world = await RuntimeWorld.make();
  partner = await CountingServer.start();
  await world.worker({ allowedHosts: [partner.host] });
  await world.worker({ allowedHosts: [partner.host] });
  await world.publish(part('part'));
});
afterAll(async () => {
  await world.stopWorkers();
  await partner.stop();
  await world.expectVerified();
  await world.drop();
});
beforeEach(() => partner.forget());

/** The child: a call that can be undone, then somebody packs it, then it has a label; or it is rejected; or it fails. */
function part(key: string): Definition {
  const once = { retry: { maxAttempts: 1 } };
  return aDefinition({
    key,
    name: 'Part of an order',
    subject: { type: 'part' },
    input: {
      type: 'object',
      properties: { sku: { type: 'string' }, fails: { type: 'boolean' } },
      required: ['sku'],
    },
    steps: [
      start(),
      automated('reserving', [
        callApi('reserve', partner.url('/reserve'), { ...once, compensation: 'release' }),
      ]),
      automated(
        'checking',
        [callApi('check', partner.url('/check'), { ...once, when: 'input.fails == true' })],
        {
          onFailure: 'fail',
        },
      ),
      userTask('packing'),
      end('packed'),
      end('missing'),
    ],
    transitions: [
      go('start', 'reserving'),
      go('reserving', 'checking'),
      go('checking', 'packing'),
      go('packing', 'packed', { on: { outcome: 'approve' } }),
      go('packing', 'missing', { on: { outcome: 'reject' } }),
    ],
    compensations: [callApi('release', partner.url('/release'), once)],
  });
}

/** START → `ordering` (its children) → `ordered`; `short` where a child has failed, if that way is drawn. */
function order(key: string, step: Partial<SubWorkflowStep> = {}, takesFailure = false): Definition {
  const mapping = { input: { sku: 'input.sku' }, output: { came: 'result.outcome' } };
  return aDefinition({
    key,
    input: {
      type: 'object',
      properties: {
        sku: {},
        skus: { type: 'array', items: { type: 'string' } },
      },
    },
    steps: [
      start(),
      subWorkflow('ordering', 'part', { ...mapping, ...step }),
      end('ordered'),
      ...(takesFailure ? [end('short')] : []),
    ],
    transitions: [
      go('start', 'ordering'),
      go('ordering', 'ordered'),
      ...(takesFailure ? [go('ordering', 'short', { on: 'childFailed' })] : []),
    ],
  });
}

const each = (wait?: NonNullable<SubWorkflowStep['forEach']>['wait']): Partial<SubWorkflowStep> => ({
  forEach: { items: 'input.skus', as: 'sku', ...(wait && { wait }) },
  input: { sku: 'sku' },
});

async function run(
  definition: Definition,
  input: Record<string, string | string[] | number>,
): Promise<string> {
  await world.publish(definition);
  return world.start(definition.key, input);
}

const childrenOf = ({ children }: Snapshot): Child[] =>
  Object.values(children).sort(
    (left, right) => left.position - right.position || left.attempt - right.attempt,
  );
const statuses = (snapshot: Snapshot): string[] => childrenOf(snapshot).map(({ status }) => status);

/** Waits until the parent's children are people's to act on. @returns their instances, in the order of the list */
async function packing(parent: string, count: number): Promise<string[]> {
  const at = await world.until(parent, 'started children', (snapshot) => {
    const open = childrenOf(snapshot).filter(({ status }) => status === 'started');
    return open.length === count;
  });
  const ids = childrenOf(at).flatMap(({ status, instance }) =>
    status === 'started' ? [instance as string] : [],
  );
  for (const id of ids)
    await world.until(id, 'packing', ({ status, state }) => status === 'waiting' && state === 'packing');
  return ids;
}

const pack = (id: string, outcome = 'approve') => world.decide(id, 'packing', outcome);

describe('a SUB_WORKFLOW', () => {
  test('can be published', () => {
    const names = { roles: null, rules: null, functions: null, secrets: null, activityTypes: null };

    const findings = lint(order('published', each({ n: 2 }), true), { ...names, definitions: ['part'] });

    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('starts a child with the mapped input, waits for it, and takes its output back', async () => {
    const parent = await run(order('one'), { sku: 'A-1' });
    const [child] = await packing(parent, 1);

    const waiting = await world.snapshot(parent);
    expect(waiting).toMatchObject({ status: 'waiting', state: 'ordering', waitingFor: ['child_workflow'] });
    expect(await world.snapshot(child!)).toMatchObject({
      definitionKey: 'part',
      input: { sku: 'A-1' },
      subject: { type: 'part', id: waiting.subject.id },
      parent: { instance: parent, child: 'main:ordering:1#1', depth: 1 },
    });
    await pack(child!);

    const ended = await world.untilStatus(parent, 'completed');
    expect(ended).toMatchObject({ outcome: 'ordered', context: { came: 'packed' } });
    expect(statuses(ended)).toEqual(['completed']);
  });

  test('starts a child for each item and takes their outputs back in the order of the list', async () => {
    const parent = await run(order('all', each()), { skus: ['A', 'B', 'C'] });
    const children = await packing(parent, 3);

    for (const [index, id] of children.entries())
      expect(await world.snapshot(id)).toMatchObject({ input: { sku: ['A', 'B', 'C'][index] } });
    await pack(children[2]!, 'reject');
    await pack(children[0]!);
    expect(await world.snapshot(parent)).toMatchObject({ status: 'waiting' });
    await pack(children[1]!);

    const ended = await world.untilStatus(parent, 'completed');
    expect(ended.context).toMatchObject({ came: ['packed', 'packed', 'missing'] });
  });

  test.each([
    ['any', 'any' as const, 1],
    ['n', { n: 2 }, 2],
  ])('goes on when enough have completed (%s) and cancels the rest', async (key, wait, enough) => {
    const parent = await run(order(`enough-${key}`, each(wait)), { skus: ['A', 'B', 'C'] });
    const children = await packing(parent, 3);
    for (const id of children.slice(0, enough)) await pack(id);

    const ended = await world.untilStatus(parent, 'completed');
    expect(statuses(ended).filter((status) => status === 'completed')).toHaveLength(enough);
    expect(statuses(ended).filter((status) => status === 'cancelled')).toHaveLength(3 - enough);
    for (const id of children.slice(enough)) {
      await world.untilStatus(id, 'cancelled');
      const [cancelled] = (await world.history(id)).filter(({ type }) => type === 'WORKFLOW_CANCELLED');
      expect(cancelled).toBeDefined();
      expect(await actorOf(id, 'WORKFLOW_CANCELLED')).toEqual({ type: 'parent_workflow', id: parent });
    }
  });

  test('with an empty list is left at once', async () => {
    const parent = await run(order('empty', each('any')), { skus: [] });

    const ended = await world.untilStatus(parent, 'completed');
    expect(ended.context).toMatchObject({ came: [] });
    expect(ended.children).toEqual({});
  });

  test('runs the version that it names, whatever is active', async () => {
    await world.publish(part('versioned'));
    await world.publish(part('versioned'));
    const parent = await run(order('fixed', { definition: 'versioned', version: 1 }), { sku: 'A' });
    const [child] = await packing(parent, 1);

    expect(await world.snapshot(child!)).toMatchObject({ definitionVersion: 1 });
  });
});

async function actorOf(id: string, type: string): Promise<unknown> {
  const { rows } = await world.database.owner.query<{ type: string; id: string }>(
    'SELECT actor_type AS type, actor_id AS id FROM events WHERE instance_id = $1 AND type = $2',
    [id, type],
  );
  return rows[0];
}

describe('a child that comes to no good end', () => {
  test('and was cancelled by support takes the transition for a failed child', async () => {
    const parent = await run(order('lost', {}, true), { sku: 'A' });
    const [child] = await packing(parent, 1);
    await world.move(child!, { kind: 'cancel', mode: 'immediate', reason: 'Lost' });

    expect(await world.untilStatus(parent, 'completed')).toMatchObject({ outcome: 'short' });
  });

  test('and failed needs attention where nothing takes that; a retry starts it anew', async () => {
    partner.answer = ({ path }) => ({ status: path === '/check' ? 404 : 200 });
    const parent = await run(order('failed', { input: { sku: 'input.sku', fails: 'true' } }), { sku: 'A' });

    const stopped = await world.untilStatus(parent, 'needs_attention');
    const [incident] = Object.values(stopped.incidents);
    expect(incident).toMatchObject({ code: 'child_failed', step: 'ordering' });
    expect(incident?.message).toContain('http_404');
    expect(statuses(stopped)).toEqual(['failed']);

    partner.forget();
    await world.move(parent, { kind: 'retry', reason: 'The warehouse is back' });
    const [again] = await packing(parent, 1);
    await pack(again!);

    const ended = await world.untilStatus(parent, 'completed');
    expect(statuses(ended)).toEqual(['failed', 'completed']);
  });

  test('since its input does not fit says so', async () => {
    const parent = await run(order('misfit'), { sku: 7 });

    const stopped = await world.untilStatus(parent, 'needs_attention');
    expect(Object.values(stopped.incidents)[0]?.message).toContain('/input/sku: this must be a string');
    expect(childrenOf(stopped)).toMatchObject([{ status: 'failed', instance: null }]);
  });

  test('lets the parent fail, or undo what it did, where its step says so', async () => {
    const parent = await run(order('fails', { onFailure: 'fail', ...each() }), { skus: ['A', 'B'] });
    const [first, second] = await packing(parent, 2);
    await world.move(first!, { kind: 'cancel', mode: 'immediate', reason: 'Lost' });

    await world.untilStatus(parent, 'failed');
    await world.untilStatus(second!, 'cancelled');
  });

  test('is no failure of a list that has enough without it', async () => {
    const parent = await run(order('enough', each({ n: 1 })), { skus: ['A', 'B'] });
    const [first, second] = await packing(parent, 2);
    await world.move(first!, { kind: 'cancel', mode: 'immediate', reason: 'Lost' });
    await pack(second!);

    const ended = await world.untilStatus(parent, 'completed');
    expect(ended.context).toMatchObject({ came: [null, 'packed'] });
  });
});

describe('children follow their parent', () => {
  test('when it is cancelled at once', async () => {
    const parent = await run(order('at-once', each()), { skus: ['A', 'B'] });
    const children = await packing(parent, 2);
    const moved = await world.move(parent, { kind: 'cancel', mode: 'immediate', reason: 'Not needed' });

    expect(moved).toMatchObject({ ok: true, after: { status: 'cancelled' } });
    for (const id of children) await world.untilStatus(id, 'cancelled');
    expect(partner.received.some(({ path }) => path === '/release')).toBe(false);
  });

  test('when it is cancelled gracefully: it ends after them', async () => {
    const parent = await run(order('gracefully', each()), { skus: ['A', 'B'] });
    const children = await packing(parent, 2);
    const moved = await world.move(parent, { kind: 'cancel', mode: 'graceful', reason: 'Not needed' });

    expect(moved).toMatchObject({ ok: true, after: { status: 'waiting', ending: { by: 'grace' } } });
    for (const id of children) await world.untilStatus(id, 'cancelled');
    await world.untilStatus(parent, 'cancelled');
  });

  test('when what was done is undone: theirs first', async () => {
    const definition = order('undone', each());
    const [, ordering, ordered] = definition.steps;
    const parent = await run(
      {
        ...definition,
        steps: [
          start(),
          automated('paying', [callApi('pay', partner.url('/pay'), { compensation: 'repay' })]),
          ordering!,
          ordered!,
        ],
        transitions: [go('start', 'paying'), go('paying', 'ordering'), go('ordering', 'ordered')],
        compensations: [callApi('repay', partner.url('/repay'))],
      },
      { skus: ['A', 'B'] },
    );
    const children = await packing(parent, 2);
    await world.move(parent, { kind: 'cancel', mode: 'compensated', reason: 'Not needed' });

    await world.untilStatus(parent, 'cancelled');
    for (const id of children) expect(await world.snapshot(id)).toMatchObject({ status: 'cancelled' });
    const calls = partner.received
      .map(({ path }) => path)
      .filter((path) => path === '/release' || path === '/repay');
    expect(calls).toEqual(['/release', '/release', '/repay']);
  });

  test('but go on while it is paused, and what they came to counts when it is resumed', async () => {
    const parent = await run(order('paused'), { sku: 'A' });
    const [child] = await packing(parent, 1);
    await world.move(parent, { kind: 'pause', reason: 'Wait' });
    await pack(child!);
    await world.until(parent, 'completed child', (snapshot) => statuses(snapshot)[0] === 'completed');

    expect(await world.snapshot(parent)).toMatchObject({ status: 'paused' });
    await world.move(parent, { kind: 'resume', reason: 'Go on' });
    await world.untilStatus(parent, 'completed');
  });

  test('down to a depth, at which a process that starts itself without an end is stopped', async () => {
    await world.publish(
      aDefinition({
        key: 'endless',
        input: { type: 'object' },
        steps: [start(), subWorkflow('again', 'endless'), end('done')],
        transitions: [go('start', 'again'), go('again', 'done')],
      }),
    );
    const first = await world.start('endless', {});

    let deepest = first;
    for (let depth = 1; depth <= 20; depth += 1) {
      const at = await world.until(deepest, 'child', (snapshot) => statuses(snapshot)[0] === 'started');
      deepest = childrenOf(at)[0]?.instance ?? '';
    }
    const stopped = await world.untilStatus(deepest, 'needs_attention');
    expect(Object.values(stopped.incidents)).toMatchObject([{ code: 'too_deep' }]);
    await world.move(first, { kind: 'cancel', mode: 'immediate', reason: 'A mistake' });
    await world.untilStatus(deepest, 'cancelled');
  });
});

describe('the link of a child to its parent', () => {
  test('cannot be forged: only what a parent has asked for, and not taken back, may hang on it', async () => {
    const parent = await run(order('linked'), { sku: 'A' });
    const [child] = await packing(parent, 1);
    const copy = (key: string, id: string): readonly [string, ...unknown[]] => [
      `INSERT INTO instances (tenant_id, id, definition_id, definition_version_id, definition_key, definition_version,
         subject_type, subject_id, subject_unique, input, context, parent_id, parent_child, depth)
       SELECT tenant_id, gen_random_uuid(), definition_id, definition_version_id, definition_key, definition_version,
         subject_type, subject_id, subject_unique, input, context, $2, $3, 1 FROM instances WHERE id = $1`,
      id,
      parent,
      key,
    ];

    const twice = await attempt(world.database.owner, null, copy('main:ordering:1#1', child!));
    const never = await attempt(world.database.owner, null, copy('main:ordering:1#2', child!));
    const moved = await attempt(world.database.owner, null, [
      'UPDATE instances SET parent_id = NULL, parent_child = NULL, depth = 0 WHERE id = $1',
      child!,
    ]);
    const said = await attempt(world.database.owner, null, [
      "UPDATE children SET status = 'completed', outcome = 'packed', closed_at = now() WHERE instance_id = $1",
      parent,
    ]);

    expect([twice.refused, never.refused]).toEqual([refusals.notAllowed, refusals.notAllowed]);
    expect(moved.refused).toBe(refusals.writtenOnce);
    expect(said.refused).toBe(refusals.notAllowed);
  });
});
