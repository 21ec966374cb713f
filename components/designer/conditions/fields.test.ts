import { expect, test } from 'vitest';
import { checkExpression } from '@/lib/engine/conditions/type-check';
import { lint } from '@/lib/engine/definition/lint';
import { pointer } from '@/lib/engine/definition/pointer';
import type { Definition } from '@/lib/engine/definition/schema';
import { templates } from '@/lib/definitions/templates/templates';
import { fieldsAt } from './fields';

const known = { rules: ['limit', 'systems'], secrets: [], ruleValues: { limit: 500, systems: ['sap'] } };

const definition: Definition = {
  key: 'leave',
  name: 'Leave',
  subject: { type: 'leave' },
  input: {
    type: 'object',
    properties: {
      days: { type: 'integer', title: 'Working days' },
      from: { type: 'string', format: 'date' },
      kind: {
        type: 'string',
        title: 'Kind',
        oneOf: [{ const: 'paid', title: 'Paid leave' }, { const: 'unpaid' }],
      },
      urgent: { type: 'boolean' },
      customer: { type: 'object', properties: { firstName: { type: 'string' } } },
    },
  },
  steps: [
    { key: 'start', type: 'START' },
    {
      key: 'in-review',
      name: 'Review by the manager',
      type: 'USER_TASK',
      who: { roles: ['manager'] },
      outcomes: [
        { key: 'approve', name: 'Approve' },
        { key: 'reject', name: 'Reject' },
      ],
      form: {
        schema: {
          type: 'object',
          properties: { note: { type: 'string', title: 'Note to HR' }, granted: { type: 'number' } },
        },
        writeTo: { granted: 'grantedDays' },
      },
    },
    {
      key: 'paid',
      type: 'AUTOMATED',
      activities: [
        { key: 'book', name: 'Book it', type: 'SET_CONTEXT', settings: { set: { booked: 'true' } } },
      ],
    },
    { key: 'done', type: 'END', outcome: 'done' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'in-review' },
    { key: 'approve', from: 'in-review', to: 'paid', on: { outcome: 'approve' } },
    { key: 'end', from: 'paid', to: 'done' },
  ],
};

const at = (path: string) =>
  new Map(fieldsAt(definition, known, path).fields.map((field) => [field.path, field]));

test('the fields of the input are offered with their titles, kinds and choices', () => {
  const fields = at('/transitions/0/when');
  expect(fields.get('context.days')).toMatchObject({
    label: 'Working days',
    holds: 'number',
    origin: { kind: 'data' },
  });
  expect(fields.get('context.from')).toMatchObject({ label: 'From', holds: 'date' });
  expect(fields.get('context.kind')).toMatchObject({
    holds: 'choice',
    choices: [
      { value: 'paid', label: 'Paid leave' },
      { value: 'unpaid', label: 'unpaid' },
    ],
  });
  expect(fields.get('context.customer.firstName')?.label).toBe('Customer › First name');
  expect(fields.get('input.days')?.origin).toEqual({ kind: 'start' });
});

test('what earlier steps leave is offered under their names, also where a key has a hyphen', () => {
  const fields = at('/transitions/0/when');
  expect(fields.get('context.tasks["in-review"].note')).toMatchObject({
    label: 'Note to HR',
    origin: { kind: 'task', name: 'Review by the manager' },
  });
  expect(fields.get('context.grantedDays')).toMatchObject({ holds: 'number' });
  expect(fields.get('context.activities.book.output')).toMatchObject({
    origin: { kind: 'activity', name: 'Book it' },
  });
});

test('the decision that is looked at is offered only after its task, with the outcomes to choose from', () => {
  expect(at('/transitions/0/when').has('task.outcome')).toBe(false);
  const fields = at('/transitions/1/when');
  expect(fields.get('task.outcome')).toMatchObject({
    holds: 'choice',
    choices: [
      { value: 'approve', label: 'Approve' },
      { value: 'reject', label: 'Reject' },
    ],
  });
  expect(fields.get('task.form.note')?.label).toBe('Note to HR');
});

test('rules are offered as what their value in force is', () => {
  const fields = at('/transitions/0/when');
  expect(fields.get('rules.limit')?.holds).toBe('number');
  expect(fields.get('rules.systems')?.holds).toBe('list');
});

test('a correlation key is of the input alone, for nothing else is there yet', () => {
  expect([...at('/correlation').values()].every(({ path }) => path.startsWith('input'))).toBe(true);
});

test('whatever is offered at any condition of the templates is declared there', () => {
  for (const template of templates)
    template.transitions.forEach((transition, index) => {
      const { fields, declared } = fieldsAt(
        template,
        { rules: null, secrets: null, ruleValues: {} },
        pointer(['transitions', index, 'when']),
      );
      expect(fields.length).toBeGreaterThan(0);
      for (const { path } of fields) expect([path, checkExpression(path, declared)]).toEqual([path, []]);
      expect(transition.key).toBeTruthy();
    });
});

test('a condition over a field that is offered passes lint', () => {
  const around = { roles: null, functions: null, definitions: null, activityTypes: null, ...known };
  const [first, ...rest] = definition.transitions;
  for (const { path } of at('/transitions/0/when').values()) {
    const changed = { ...definition, transitions: [{ ...first!, when: `${path} != null` }, ...rest] };
    expect(lint(changed, around).filter((finding) => finding.path === '/transitions/0/when')).toEqual([]);
  }
});
