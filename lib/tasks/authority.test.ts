import { describe, expect, test } from 'vitest';
import type { Principal } from '@/lib/absence/acting-for';
import type { Person, Vote } from '@/lib/engine/snapshot';
import { type AskedTask, type Decider, mayDecide } from './authority';

const carol: Person = { id: 'carol', name: 'Carol', email: 'carol@example.test' };
const ann: Decider = {
  id: 'ann',
  name: 'Ann',
  email: 'ann@example.test',
  active: true,
  roles: ['approver'],
  actingFor: [],
};

const task: AskedTask = {
  status: 'pending',
  assignee: null,
  candidateRoles: ['approver'],
  candidatePeople: [],
  excluded: [carol.email],
  limit: null,
  votes: [],
  process: 'refund',
  requester: carol,
  earlierDeciders: [],
  changedSince: null,
};

const voteOf = (person: Person): Vote => ({
  person,
  onBehalfOf: null,
  outcome: 'approve',
  reason: null,
  form: {},
  at: '2026-03-02T09:00:00.000000Z',
});

const rule = (value: number | string | Record<string, number>) => ({ limit: { value, version: 'v1' } });
const limited = { ...task, limit: { rule: 'limit', amount: 500 } };

describe('may decide', () => {
  test('holders of a candidate role', () => {
    expect(mayDecide(ann, task, {})).toEqual({
      ok: true,
      right: { by: 'role', role: 'approver' },
      authority: { by: 'role', role: 'approver', roles: ['approver'] },
      onBehalfOf: null,
    });
  });

  test.each([
    ['a person named by address', { ...task, candidateRoles: [], candidatePeople: [ann.email] }],
    ['the person to whom it was assigned', { ...task, candidateRoles: [], assignee: ann }],
    ['who has claimed it and holds the role', { ...task, status: 'in_progress' as const, assignee: ann }],
  ])('%s', (_, asked) => {
    expect(mayDecide(ann, asked, {}).ok).toBe(true);
  });

  test('the requester where the step allows it', () => {
    const own = { ...task, excluded: [], requester: ann };

    expect(mayDecide(ann, own, {}).ok).toBe(true);
  });

  test.each([
    ['a limit for everybody', rule(500)],
    ['the highest limit of the roles held', rule({ employee: 10, approver: 500 })],
  ])('up to %s', (_, rules) => {
    expect(mayDecide({ ...ann, roles: ['employee', 'approver'] }, limited, rules)).toMatchObject({
      ok: true,
      authority: { limit: { rule: 'limit', version: 'v1', most: 500, amount: 500 } },
    });
  });
});

describe('may not decide', () => {
  const own = { ...task, requester: ann, excluded: [ann.email] };

  test.each([
    ['not_a_person', null, task, {}],
    ['inactive', { ...ann, active: false }, task, {}],
    ['requester', ann, own, {}],
    // The address that was written down as excluded is not theirs any more.
    ['requester', { ...ann, email: 'new@example.test' }, own, {}],
    ['requester', ann, { ...own, assignee: ann }, {}],
    ['excluded', { ...ann, email: 'Carol@Example.test' }, { ...task, requester: null }, {}],
    ['previous_approver', ann, { ...task, earlierDeciders: [ann] }, {}],
    ['not_candidate', { ...ann, roles: [] }, task, {}],
    ['not_candidate', { ...ann, roles: ['toString'] }, { ...task, candidateRoles: [] }, {}],
    // A claim makes nobody a candidate: the role was taken away since.
    ['not_candidate', { ...ann, roles: [] }, { ...task, status: 'in_progress' as const, assignee: ann }, {}],
    ['already_voted', ann, { ...task, votes: [voteOf(ann)] }, {}],
    ['already_voted', ann, { ...task, votes: [{ ...voteOf(carol), onBehalfOf: ann }] }, {}],
    ['claimed', ann, { ...task, status: 'in_progress' as const, assignee: carol }, {}],
    ['limit', ann, limited, {}],
    ['limit', ann, limited, rule(499)],
    ['limit', ann, limited, rule('500')],
    ['limit', ann, limited, rule({ senior: 10_000 })],
    ['limit', ann, limited, rule({ approver: 499.99 })],
    ['version', ann, { ...task, changedSince: 'Sam has changed the data of this request.' }, {}],
  ] as const)('%s', (name, person, asked, rules) => {
    const verdict = mayDecide(person, asked, rules);

    expect(verdict).toMatchObject({ ok: false, rule: name });
    expect(verdict.ok ? '' : verdict.message).toMatch(/\.$/);
  });
});

describe('a deputy', () => {
  const bob: Principal = {
    id: 'bob',
    name: 'Bob',
    email: 'bob@example.test',
    roles: ['approver'],
    absence: 'absence-1',
    until: '2026-03-09T09:00:00.000000Z',
    processes: [],
    mostAmount: null,
    through: [],
  };
  const dan: Decider = {
    ...ann,
    id: 'dan',
    name: 'Dan',
    email: 'dan@example.test',
    roles: [],
    actingFor: [bob],
  };
  const refusal = (...asked: Parameters<typeof mayDecide>) => {
    const verdict = mayDecide(...asked);
    return verdict.ok ? null : verdict.rule;
  };

  test('decides by the right of whom they stand in for, and on their behalf', () => {
    expect(mayDecide(dan, task, {})).toMatchObject({
      ok: true,
      right: { by: 'deputy', absence: 'absence-1', their: { by: 'role', role: 'approver' } },
      onBehalfOf: { id: 'bob', name: 'Bob', email: 'bob@example.test' },
    });
  });

  test('decides in their own right where they have one, unless they say for whom', () => {
    const candidate = { ...dan, roles: ['approver'] };

    expect(mayDecide(candidate, task, {})).toMatchObject({ right: { by: 'role' }, onBehalfOf: null });
    expect(mayDecide(candidate, task, {}, 'bob')).toMatchObject({ onBehalfOf: { id: 'bob' } });
  });

  test('takes over what the absent person had claimed or was given', () => {
    const held = { ...task, assignee: bob };

    expect(refusal(dan, { ...held, status: 'in_progress' }, {})).toBeNull();
    expect(refusal(dan, { ...held, candidateRoles: [] }, {})).toBeNull();
  });

  test.each([
    ['who is inactive', 'inactive', { ...dan, active: false }, task],
    ['on their own request', 'requester', dan, { ...task, requester: dan, excluded: [dan.email] }],
    ['on the absent person’s request', 'requester', dan, { ...task, requester: bob, excluded: [bob.email] }],
    ['who is excluded', 'excluded', dan, { ...task, excluded: [dan.email] }],
    ['who decided before', 'previous_approver', dan, { ...task, earlierDeciders: [dan] }],
    ['for somebody who decided before', 'previous_approver', dan, { ...task, earlierDeciders: [bob] }],
    ['who has voted', 'already_voted', dan, { ...task, votes: [voteOf(dan)] }],
    ['for somebody who has voted', 'already_voted', dan, { ...task, votes: [voteOf(bob)] }],
    ['for a person who is no candidate', 'not_candidate', dan, { ...task, candidateRoles: ['senior'] }],
  ] as const)('may not decide: %s', (_, name, person, asked) => {
    expect(refusal(person, asked, {})).toBe(name);
  });

  test('is bound by their own authority limit and by that of whom they stand in for', () => {
    const clerk = { ...dan, roles: ['clerk'] };

    expect(refusal(clerk, limited, rule({ approver: 1000, clerk: 100 }))).toBe('limit');
    expect(refusal(clerk, limited, rule({ approver: 100, clerk: 1000 }))).toBe('limit');
    expect(refusal(dan, limited, rule({ approver: 1000 }))).toBe('limit');
    expect(refusal(clerk, limited, rule({ approver: 1000, clerk: 1000 }))).toBeNull();
  });

  test('acts in the processes and up to the amount that the absence says, and nowhere else', () => {
    const within = (scope: Partial<Principal>, asked = task) =>
      refusal({ ...dan, roles: ['clerk'], actingFor: [{ ...bob, ...scope }] }, asked, rule(10_000));

    expect(within({ processes: ['refund'] })).toBeNull();
    expect(within({ processes: ['expense'] })).toBe('not_candidate');
    expect(within({ mostAmount: 500 }, limited)).toBeNull();
    expect(within({ mostAmount: 499 }, limited)).toBe('not_candidate');
    // What the task is about nobody can tell, so a scope that ends at an amount does not have it.
    expect(within({ mostAmount: 500 }, task)).toBe('not_candidate');
  });

  test('cannot name somebody for whom they do not stand in (deputy)', () => {
    expect(refusal(dan, task, {}, 'zoe')).toBe('deputy');
  });
});
