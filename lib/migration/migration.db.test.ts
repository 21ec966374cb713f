import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBulkJobs } from '@/lib/bulk-jobs/runner';
import { resumeJob, startJob } from '@/lib/bulk-jobs/commands';
import { getJob, listItems } from '@/lib/bulk-jobs/queries';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Actor } from '@/lib/people/actor';
import { actorOf, readPerson } from '@/lib/people/read-person';
import { attempt, refusals } from '@/lib/testing/attempt';
import { take } from '@/lib/testing/builders/refund-world';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { until } from '@/lib/testing/until';
import { migrateInstance } from './migrate-instance';
import { prepareMigration } from './commands';
import { exportVerdicts } from './export-verdicts';
import { checkMigration, listPlans, proposeMigration } from './queries';
import type { PlanInput } from './schema';

let world: RuntimeWorld;
let support: Actor;
let runner: ReturnType<typeof startBulkJobs>;

const outcomes = [{ key: 'approve', name: 'Approve' }];
const review = (key: string): Definition['steps'][number] => ({
  key,
  type: 'USER_TASK',
  who: { roles: ['approver'] },
  due: { in: 'P2D' },
  outcomes,
});

/** A claim is checked, reviewed, and in some cases looked at by legal; it waits for its papers beside that. */
const first: Definition = {
  key: 'claim',
  name: 'Claim',
  subject: { type: 'claim' },
  input: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
  maxAge: 'P90D',
  steps: [
    { key: 'start', type: 'START' },
    { key: 'sorting', type: 'DECISION' },
    review('in_review'),
    review('legal_check'),
    review('counting'),
    { key: 'done', type: 'END', outcome: 'approved' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'sorting' },
    { key: 'small', from: 'sorting', to: 'counting', when: 'context.amount < 10.0', priority: 2 },
    { key: 'legal', from: 'sorting', to: 'legal_check', when: 'context.amount > 5000.0', priority: 1 },
    { key: 'usual', from: 'sorting', to: 'in_review', default: true },
    { key: 'approve', from: 'in_review', to: 'done', on: { outcome: 'approve' } },
    { key: 'approve-legal', from: 'legal_check', to: 'done', on: { outcome: 'approve' } },
    { key: 'counted', from: 'counting', to: 'done', on: { outcome: 'approve' } },
  ],
};

/** The review has another name, legal looks at nothing any more, and each claim needs a country. */
const second: Definition = {
  ...first,
  input: {
    type: 'object',
    properties: { amount: { type: 'number' }, country: { type: 'string' } },
    required: ['amount', 'country'],
  },
  steps: [
    ...first.steps.filter(({ key }) => key !== 'in_review' && key !== 'legal_check'),
    review('under_review'),
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'sorting' },
    { key: 'small', from: 'sorting', to: 'counting', when: 'context.amount < 10.0', priority: 2 },
    { key: 'usual', from: 'sorting', to: 'under_review', default: true },
    { key: 'approve', from: 'under_review', to: 'done', on: { outcome: 'approve' } },
    { key: 'counted', from: 'counting', to: 'done', on: { outcome: 'approve' } },
  ],
};

const plan: PlanInput = {
  from: 1,
  to: 2,
  map: { in_review: 'under_review' },
  data: { country: { expression: 'context.amount > 2000.0 ? "AT" : "DE"' } },
};

beforeAll(async () => {
  world = await RuntimeWorld.make();
  const { owner } = world.database;
  await owner.query(
    `INSERT INTO roles (tenant_id, key, name, permissions) VALUES ($1, 'support', 'Support', '{instances.repair,instances.read_all}')`,
    [world.tenantId],
  );
  await owner.query(`INSERT INTO person_roles VALUES ($1, $2, 'support')`, [world.tenantId, world.ann.id]);
  const ann = await readPerson(world.tenantId, world.ann.id);
  support = actorOf(world.tenantId, ann!, { via: 'screen' });
  runner = startBulkJobs();
});
afterAll(async () => {
  await runner.stop();
  await world.drop();
});

async function started(key: string, amount: number): Promise<string> {
  const id = await world.start(key, { amount });
  await world.move(id, { kind: 'advance' });
  return id;
}

async function done(jobId: string) {
  return until(`job ${jobId}`, async () => {
    const job = take(await getJob(support, jobId));
    return job.status === 'done' && job;
  });
}

test('300 instances go to a version that renames a state, removes one and adds a field; 12 cannot, and are told so before', async () => {
  await world.publish(first);
  const ids = await Promise.all(
    Array.from({ length: 300 }, (_, n) => {
      const amount = n % 25 === 0 ? 9_000 : n % 4 === 0 ? 5 : 1_000 + n * 10;
      return started('claim', amount);
    }),
  );
  await world.publish(second);

  const proposal = take(await proposeMigration(support, 'claim', { from: 1, to: 2 }));
  const before = take(await checkMigration(support, 'claim', { plan }));
  const file = take(await exportVerdicts(support, 'claim', { plan }));
  expect(file.split('\r\n')[0]).toBe('\uFEFFid,subject,status,verdict,code,why,needs,goes,children');
  expect(file.split('\r\n').filter((line) => line.includes(',blocked,'))).toHaveLength(before.blocked);
  const prepared = take(
    await prepareMigration(support, 'claim', { plan, reason: 'Legal is out of it.', canary: 5 }),
  );
  take(await startJob(support, prepared.id));
  await until('the canary', async () => take(await getJob(support, prepared.id)).pausedBecause === 'canary');
  take(await resumeJob(support, prepared.id));
  const job = await done(prepared.id);

  expect(proposal).toMatchObject({ instances: 300, newFields: [{ path: 'country', type: 'string' }] });
  expect(proposal.states.filter(({ to }) => to === null).map(({ step, lines }) => [step.key, lines])).toEqual(
    [
      ['in_review', 216],
      ['legal_check', 12],
    ],
  );
  expect(before).toMatchObject({ total: 300, ready: 288, needsData: 0, blocked: 12 });
  expect(before.items[0]).toMatchObject({ verdict: 'blocked', code: 'no_counterpart' });
  expect(job).toMatchObject({ total: 300, counts: { done: 288, refused: 12, failed: 0 } });
  const refused = take(await listItems(support, job.id, { status: 'refused' })).items;
  expect(refused[0]!.message).toContain('legal_check, and version 2 has no such step');

  const { rows } = await world.database.owner.query(
    `SELECT definition_version AS version, state, context ? 'country' AS has_country, count(*)::int AS n
     FROM instances WHERE id = ANY ($1) GROUP BY 1, 2, 3 ORDER BY 1, 2`,
    [ids],
  );
  expect(rows).toEqual([
    { version: 1, state: 'legal_check', has_country: false, n: 12 },
    { version: 2, state: 'counting', has_country: true, n: 72 },
    { version: 2, state: 'under_review', has_country: true, n: 216 },
  ]);
  expect(take(await listPlans(support, 'claim'))).toMatchObject([
    { from: 1, to: 2, jobs: [{ id: job.id, done: 288 }] },
  ]);
}, 120_000);

test('what goes on keeps its task, what is renamed gets a new one for the same person and the same day, and both end well', async () => {
  await world.publish({ ...first, key: 'kept' });
  const [renamed, same] = [await started('kept', 1_000), await started('kept', 5)];
  const by = { by: world.bob };
  await world.move(renamed, { kind: 'claim_task', task: 'main:in_review:1', ...by });
  const [before, kept] = [await world.snapshot(renamed), await world.snapshot(same)];
  await world.publish({ ...second, key: 'kept' });
  const job = take(await prepareMigration(support, 'kept', { plan, reason: 'New names.' }));
  take(await startJob(support, job.id));
  await done(job.id);

  const [after, keptAfter] = [await world.snapshot(renamed), await world.snapshot(same)];
  expect(after).toMatchObject({
    definitionVersion: 2,
    state: 'under_review',
    status: 'waiting',
    context: { country: 'DE' },
  });
  expect(after.tasks['main:in_review:1']).toMatchObject({ status: 'cancelled' });
  expect(after.tasks['main:under_review:1']).toMatchObject({
    status: 'pending',
    assignee: { id: world.bob.id },
    dueAt: before.tasks['main:in_review:1']!.dueAt,
  });
  expect(keptAfter.tasks).toEqual(kept.tasks);
  expect(keptAfter).toMatchObject({ definitionVersion: 2, state: 'counting' });

  for (const [id, step] of [
    [renamed, 'under_review'],
    [same, 'counting'],
  ] as const) {
    await world.decide(id, step, 'approve');
    expect(await world.snapshot(id)).toMatchObject({ status: 'completed', outcome: 'approved' });
  }
  const events = await world.history(renamed);
  expect(events.find(({ type }) => type === 'WORKFLOW_MIGRATED')).toMatchObject({
    to: 'under_review',
    data: { from: 1, version: 2, lines: { main: { from: 'in_review', to: 'under_review', carried: false } } },
  });
});

test('an instance that lacks a required field needs data; given for it alone, it goes', async () => {
  await world.publish({ ...first, key: 'lacking' });
  const id = await started('lacking', 1_000);
  await world.publish({ ...second, key: 'lacking' });
  const bare = { from: 1, to: 2, map: plan.map };

  const without = take(await checkMigration(support, 'lacking', { plan: bare }));
  const given = { ...bare, instances: { [id]: { country: 'CH' } } };
  const job = take(await prepareMigration(support, 'lacking', { plan: given, reason: 'They told us.' }));
  take(await startJob(support, job.id));
  await done(job.id);

  expect(without.items).toMatchObject([{ verdict: 'needs_data', fields: [{ path: '/country' }] }]);
  expect((await world.snapshot(id)).context).toMatchObject({ country: 'CH' });
});

/** Two branches; in the new version the second one has no way to the join any more. */
const forked = (paper: 'paper' | 'papers', n?: number): Definition => ({
  key: n === undefined ? 'forked' : 'counted',
  name: 'Forked',
  subject: { type: 'claim' },
  maxAge: 'P90D',
  steps: [
    { key: 'start', type: 'START' },
    { key: 'checks', type: 'PARALLEL_FORK' },
    review('legal'),
    review(paper),
    review('extra'),
    { key: 'checked', type: 'PARALLEL_JOIN', fork: 'checks', ...(n !== undefined && { mode: { n } }) },
    { key: 'done', type: 'END', outcome: 'approved' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'checks' },
    { key: 'to-legal', from: 'checks', to: 'legal' },
    { key: 'to-paper', from: 'checks', to: paper },
    { key: 'legal-done', from: 'legal', to: 'checked', on: { outcome: 'approve' } },
    { key: 'paper-done', from: paper, to: 'checked', on: { outcome: 'approve' } },
    { key: 'go-on', from: 'checked', to: 'extra' },
    { key: 'extra-done', from: 'extra', to: 'done', on: { outcome: 'approve' } },
  ],
});

test('branches go along, and a branch from which the join is never reached is found before', async () => {
  await world.publish(forked('paper'));
  const id = await started('forked', 1);
  await world.publish(forked('papers'));
  const good = { from: 1, to: 2, map: { paper: 'papers' } };

  const lost = take(await checkMigration(support, 'forked', { plan: { ...good, map: { paper: 'extra' } } }));
  const job = take(await prepareMigration(support, 'forked', { plan: good, reason: 'New name.' }));
  take(await startJob(support, job.id));
  await done(job.id);

  expect(lost.items).toMatchObject([{ verdict: 'blocked', code: 'join_never' }]);
  const after = await world.snapshot(id);
  expect(after).toMatchObject({ definitionVersion: 2, state: 'checks', status: 'waiting' });
  const states = Object.values(after.branches).map(({ state, status }) => [state, status]);
  expect(states.sort()).toEqual([
    ['legal', 'open'],
    ['papers', 'open'],
  ]);
  const at = (branch: string, step: string) => `main/checks.1/${branch}:${step}:1`;
  const decision = {
    outcome: 'approve',
    form: {},
    reason: null,
    onBehalfOf: null,
    authority: {},
    by: world.ann,
  } as const;
  await world.move(id, { kind: 'decide_task', task: at('to-paper', 'papers'), ...decision });
  await world.move(id, { kind: 'decide_task', task: at('to-legal', 'legal'), ...decision });
  await world.decide(id, 'extra', 'approve');
  expect(await world.snapshot(id)).toMatchObject({ status: 'completed' });
});

test('a join that would wait for more branches than there are is found before', async () => {
  await world.publish(forked('paper', 2));
  const id = await started('counted', 1);
  await world.publish(forked('paper', 3));

  const { items } = take(await checkMigration(support, 'counted', { plan: { from: 1, to: 2 } }));

  expect(items).toMatchObject([{ instance: { id }, verdict: 'blocked', code: 'join_never' }]);
});

test('the database lets an instance go only along the list that a plan has made, and only as its event says', async () => {
  await world.publish({ ...first, key: 'guarded' });
  const id = await started('guarded', 1_000);
  const target = await world.publish({ ...second, key: 'guarded' });
  const asked = await world.move(id, {
    kind: 'migrate',
    source: first,
    target: { version: 2, versionId: target.versionId, definition: { ...second, key: 'guarded' } },
    map: { in_review: 'under_review' },
    data: { country: { value: 'AT' } },
    work: 'keep',
    reason: 'Without a plan.',
  });
  const byHand = await attempt(world.database.owner, null, [
    'UPDATE instances SET definition_version_id = $2, definition_version = 2 WHERE id = $1',
    id,
    target.versionId,
  ]);
  const elsewhere = await attempt(world.database.owner, null, [
    `INSERT INTO state_migrations SELECT tenant_id, id, $1, 'start', 'start' FROM definition_versions WHERE key = 'claim' AND version = 1`,
    target.versionId,
  ]);

  expect(asked).toMatchObject({
    ok: false,
    refusal: { code: 'not_allowed', data: { from: 'in_review', to: 'under_review' } },
  });
  expect([byHand.refused, elsewhere.refused]).toEqual([refusals.notAllowed, refusals.notAllowed]);
  expect(await migrateInstance(support, id, target.versionId, 'No plan.')).toMatchObject({
    refusal: { code: 'not_found' },
  });
});

test(
  'every history of them all is whole and replays across its versions to what is stored',
  () => world.expectVerified(),
  60_000,
);
