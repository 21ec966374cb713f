import type { Definition } from '@/lib/engine/definition/schema';
import type { Fact, Outcome } from '@/lib/engine/definition/step-schema';
import type { JsonObject } from '@/lib/engine/json';
import { transitions } from './expense-claim-transitions';

/** Lists show these from the start, when nothing has been added up yet. */
const facts: Fact[] = [
  { label: 'Purpose', value: 'context.purpose' },
  { label: 'Cost centre', value: 'context.costCentre' },
  { label: 'Expenses', value: 'size(context.items)', format: 'number' },
];

const taskFacts: Fact[] = [
  { label: 'Purpose', value: 'context.purpose' },
  { label: 'Cost centre', value: 'context.costCentre' },
  { label: 'Total', value: 'context.total', format: 'money', currency: 'EUR' },
  { label: 'Expenses', value: 'size(context.items)', format: 'number' },
  { label: 'Without receipt', value: 'context.activities.sum.output.withoutReceipt', format: 'number' },
  { label: 'Claimed by', value: 'instance.requester.name' },
  { label: 'Note', value: 'context.note' },
];

const decisions: Outcome[] = [
  { key: 'approve', name: 'Approve', kind: 'positive', reason: 'optional' },
  { key: 'send_back', name: 'Send back', kind: 'neutral', reason: 'required' },
  { key: 'reject', name: 'Reject', kind: 'negative', reason: 'required' },
];

const items: JsonObject = {
  type: 'array',
  title: 'Expenses',
  minItems: 1,
  maxItems: 50,
  items: {
    type: 'object',
    properties: {
      date: { type: 'string', format: 'date', title: 'Date' },
      kind: {
        type: 'string',
        title: 'Kind',
        oneOf: [
          { const: 'travel', title: 'Travel' },
          { const: 'hotel', title: 'Hotel' },
          { const: 'meal', title: 'Meal' },
          { const: 'equipment', title: 'Equipment' },
          { const: 'other', title: 'Other' },
        ],
      },
      description: { type: 'string', title: 'What for', minLength: 1, maxLength: 200 },
      amount: {
        type: 'number',
        title: 'Amount',
        exclusiveMinimum: 0,
        maximum: 100000,
      },
      receipt: { type: 'boolean', title: 'I have the receipt', default: true },
    },
    required: ['date', 'kind', 'description', 'amount'],
    additionalProperties: false,
  },
};

const itemsUi: JsonObject = {
  items: {
    'ui:order': ['date', 'kind', 'description', 'amount', 'receipt'],
    amount: { 'ui:options': { currency: 'EUR' } },
  },
};
const note: JsonObject = { type: 'string', title: 'Note', maxLength: 2000 };
const textArea: JsonObject = { 'ui:widget': 'textarea', 'ui:options': { rows: 3 } };

/** Expense claim: small ones with receipts are paid at once; the line manager decides, Finance too above a limit. */
export const expenseClaim: Definition = {
  key: 'expense-claim',
  name: 'Expense claim',
  description: 'Get back what you paid for the company: travel, meals with customers, small equipment.',
  subject: { type: 'claim' },
  input: {
    type: 'object',
    title: 'Expense claim',
    properties: {
      purpose: {
        type: 'string',
        title: 'Purpose',
        description: 'For example: visit to a customer in Lyon.',
        minLength: 3,
        maxLength: 120,
      },
      costCentre: {
        type: 'string',
        title: 'Cost centre',
        oneOf: [
          { const: 'sales', title: 'Sales' },
          { const: 'marketing', title: 'Marketing' },
          { const: 'operations', title: 'Operations' },
          { const: 'it', title: 'IT' },
        ],
      },
      items,
      participants: {
        type: 'array',
        title: 'Colleagues who took part',
        description: 'E-mail addresses. Who took part cannot approve the claim.',
        items: { type: 'string', format: 'email' },
        maxItems: 20,
        uniqueItems: true,
      },
      note,
    },
    required: ['purpose', 'costCentre', 'items'],
    additionalProperties: false,
  },
  inputUi: {
    'ui:order': ['purpose', 'costCentre', 'items', 'participants', 'note'],
    items: itemsUi,
    note: textArea,
  },
  facts,
  startableBy: ['employee'],
  maxAge: 'P120D',
  steps: [
    { key: 'start', type: 'START', name: 'Expenses claimed' },
    {
      key: 'adding_up',
      type: 'AUTOMATED',
      name: 'Adding up',
      activities: [
        {
          key: 'sum',
          name: 'Add up the expenses',
          type: 'EXECUTE_FUNCTION',
          settings: { function: 'sum-expenses', input: { items: 'context.items' } },
          timeout: 'PT10S',
          outputSchema: {
            type: 'object',
            properties: { total: { type: 'number' }, withoutReceipt: { type: 'number' } },
          },
        },
        {
          key: 'note_total',
          name: 'Note the total',
          type: 'SET_CONTEXT',
          settings: { set: { total: 'context.activities.sum.output.total' } },
        },
      ],
    },
    { key: 'size_check', type: 'DECISION', name: 'Small and complete?' },
    {
      key: 'manager_review',
      type: 'USER_TASK',
      name: 'Manager approval',
      title: 'Approve expenses of {{ instance.requester.name }}: {{ context.purpose }}',
      instructions: 'Check that the expenses fit their purpose and that receipts are there.',
      who: { roles: ['line_manager'], exclude: 'context.participants' },
      facts: taskFacts,
      outcomes: decisions,
      due: { in: 'P5D' },
    },
    {
      key: 'correction_needed',
      type: 'USER_TASK',
      name: 'Correction needed',
      title: 'Correct your expense claim: {{ context.purpose }}',
      instructions:
        'You find in the history what has to be corrected. Enter all expenses again, the right ones too.',
      who: { assignee: 'instance.requester.email', allowRequester: true },
      facts: taskFacts,
      form: {
        schema: {
          type: 'object',
          properties: { items, note },
          additionalProperties: false,
        },
        ui: { 'ui:order': ['items', 'note'], items: itemsUi, note: textArea },
        writeTo: { items: 'items', note: 'note' },
      },
      outcomes: [
        { key: 'send', name: 'Send again', kind: 'positive', reason: 'none' },
        { key: 'withdraw', name: 'Withdraw the claim', kind: 'negative', reason: 'optional' },
      ],
      due: { in: 'P14D' },
    },
    {
      key: 'finance_review',
      type: 'USER_TASK',
      name: 'Finance approval',
      title: 'Check expenses of {{ instance.requester.name }}: {{ context.total }} EUR',
      instructions: 'The manager has approved. Check receipts and cost centre.',
      who: {
        roles: ['finance'],
        exclude: 'context.participants',
        limit: { rule: 'expense_authority', amount: 'context.total' },
      },
      facts: taskFacts,
      outcomes: decisions,
      due: { in: 'P3D' },
      priority: 60,
    },
    {
      key: 'reserving_budget',
      type: 'AUTOMATED',
      name: 'Reserving the budget',
      activities: [
        {
          key: 'budget',
          name: 'Reserve the budget',
          type: 'EXECUTE_FUNCTION',
          settings: {
            function: 'reserve-budget',
            input: { costCentre: 'context.costCentre', amount: 'context.total' },
          },
          timeout: 'PT10S',
          retry: { maxAttempts: 2, firstDelay: 'PT1S' },
          compensation: 'budget_release',
          outputSchema: {
            type: 'object',
            properties: { reservation: { type: 'string' }, left: { type: 'number' } },
          },
        },
      ],
    },
    {
      key: 'budget_review',
      type: 'USER_TASK',
      name: 'Budget used up',
      title: 'No budget left for {{ context.purpose }} ({{ context.total }} EUR)',
      instructions: 'The claim is approved, but the budget of the cost centre does not cover it.',
      who: { roles: ['finance'], exclude: 'context.participants' },
      facts: taskFacts,
      outcomes: [
        { key: 'pay_anyway', name: 'Pay over budget', kind: 'positive', reason: 'required' },
        { key: 'reject', name: 'Reject', kind: 'negative', reason: 'required' },
      ],
      due: { in: 'P3D' },
      priority: 70,
    },
    {
      key: 'paying',
      type: 'AUTOMATED',
      name: 'Paying out',
      activities: [
        {
          key: 'payment',
          name: 'Pay the expenses',
          type: 'EXECUTE_FUNCTION',
          settings: {
            function: 'pay-out',
            input: { to: 'instance.requester.name', amount: 'context.total' },
          },
          timeout: 'PT30S',
          retry: { maxAttempts: 5, firstDelay: 'PT10S', factor: 2 },
          outputSchema: { type: 'object', properties: { reference: { type: 'string' } } },
        },
      ],
    },
    {
      key: 'announcing_payment',
      type: 'AUTOMATED',
      name: 'Telling the requester',
      activities: [
        {
          key: 'paid_mail',
          name: 'Tell the requester that it is paid',
          type: 'SEND_EMAIL',
          settings: {
            to: ['{{ instance.requester.email }}'],
            subject: 'Your expenses are paid: {{ context.purpose }}',
            body: 'Hello {{ instance.requester.name }},\n\n{{ context.total }} EUR for “{{ context.purpose }}” have been paid to you. Reference: {{ context.activities.payment.output.reference }}.',
          },
        },
      ],
    },
    { key: 'paid', type: 'END', name: 'Paid', outcome: 'approved' },
    { key: 'rejected', type: 'END', name: 'Rejected', outcome: 'rejected' },
    { key: 'withdrawn', type: 'END', name: 'Withdrawn', outcome: 'withdrawn' },
  ],
  transitions,
  compensations: [
    {
      key: 'budget_release',
      name: 'Release the budget',
      type: 'EXECUTE_FUNCTION',
      settings: {
        function: 'release-budget',
        input: { reservation: 'context.activities.budget.output.reservation' },
      },
      timeout: 'PT10S',
      retry: { maxAttempts: 5, firstDelay: 'PT10S', factor: 2 },
    },
  ],
};
