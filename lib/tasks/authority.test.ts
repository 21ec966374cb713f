import { describe, expect, test } from 'vitest';
import type { Person, Vote } from '@/lib/engine/snapshot';
import { type AskedTask, type Decider, mayDecide } from './authority';

const carol: Person = { id: 'carol', name: 'Carol', email: 'carol@example.test' };
const ann: Decider = {
  id: 'ann',
  name: 'Ann',
  email: 'ann@example.test',
  active: true,
  roles: ['approver'],
};

const task: AskedTask = {
  status: 'pending',
  assignee: null,
  candidateRoles: ['approver'],
  candidatePeople: [],
  excluded: [carol.email],
  limit: null,
  votes: [],
  requester: carol,
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
      authority: { by: 'role', role: 'approver', roles: ['approver'] },
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
  ] as const)('%s', (name, person, asked, rules) => {
    const verdict = mayDecide(person, asked, rules);

    expect(verdict).toMatchObject({ ok: false, rule: name });
    expect(verdict.ok ? '' : verdict.message).toMatch(/\.$/);
  });
});
