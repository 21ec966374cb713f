import type { Definition } from '@/lib/engine/definition/schema';
import type { Fact } from '@/lib/engine/definition/step-schema';

const facts: Fact[] = [
  { label: 'Order', value: 'context.orderNumber' },
  { label: 'Customer', value: 'context.customer' },
  { label: 'Amount', value: 'context.amount', format: 'money', currency: 'EUR' },
];

const taskFacts: Fact[] = [
  ...facts,
  { label: 'Reason given', value: 'context.reason' },
  { label: 'Details', value: 'context.details' },
  { label: 'Receipt', value: 'context.receiptNumber' },
  { label: 'Paid without approval up to', value: 'rules.refund_limit', format: 'money', currency: 'EUR' },
  { label: 'Risk (0 to 100)', value: 'context.activities.risk.output.score', format: 'number' },
];

/** Refund over a limit: small ones are paid at once, larger ones by a manager, very large ones by Finance as well. */
export const refund: Definition = {
  key: 'refund',
  name: 'Refund',
  description:
    'Give a customer their money back. Small refunds are paid at once; those over the limit are approved first.',
  subject: { type: 'order', unique: true },
  correlation: 'input.orderNumber',
  input: {
    type: 'object',
    title: 'Refund',
    properties: {
      orderNumber: {
        type: 'string',
        title: 'Order number',
        description: 'As it stands on the invoice, for example 2026-10417.',
        minLength: 3,
        maxLength: 40,
      },
      customer: { type: 'string', title: 'Customer', minLength: 1, maxLength: 120 },
      amount: {
        type: 'number',
        title: 'Amount',
        description: 'What the customer gets back, taxes included.',
        exclusiveMinimum: 0,
        maximum: 100000,
      },
      reason: {
        type: 'string',
        title: 'Reason',
        oneOf: [
          { const: 'damaged', title: 'Arrived damaged' },
          { const: 'not_delivered', title: 'Never arrived' },
          { const: 'wrong_item', title: 'Wrong item' },
          { const: 'returned', title: 'Returned in time' },
          { const: 'goodwill', title: 'Goodwill' },
        ],
      },
      newCustomer: { type: 'boolean', title: 'This is their first order', default: false },
      details: { type: 'string', title: 'What happened', maxLength: 2000 },
    },
    required: ['orderNumber', 'customer', 'amount', 'reason'],
    additionalProperties: false,
  },
  inputUi: {
    'ui:order': ['orderNumber', 'customer', 'amount', 'reason', 'newCustomer', 'details'],
    orderNumber: { 'ui:placeholder': '2026-10417' },
    amount: { 'ui:options': { currency: 'EUR' } },
    details: { 'ui:widget': 'textarea', 'ui:options': { rows: 4 } },
  },
  facts,
  startableBy: ['employee'],
  maxAge: 'P90D',
  steps: [
    { key: 'start', type: 'START', name: 'Refund requested' },
    {
      key: 'scoring',
      type: 'AUTOMATED',
      name: 'Assessing the risk',
      activities: [
        {
          key: 'risk',
          name: 'Assess the risk',
          type: 'EXECUTE_FUNCTION',
          settings: {
            function: 'score-risk',
            input: { amount: 'context.amount', new: 'context.newCustomer == true', abroad: 'false' },
          },
          timeout: 'PT10S',
          outputSchema: {
            type: 'object',
            properties: { score: { type: 'number' }, level: { type: 'string' } },
          },
        },
      ],
    },
    { key: 'limit_check', type: 'DECISION', name: 'Over the limit?' },
    {
      key: 'in_review',
      type: 'USER_TASK',
      name: 'Manager approval',
      title: 'Approve refund of {{ context.amount }} EUR for {{ context.customer }}',
      instructions:
        'Check the order and what the customer wrote. Say in a sentence why you decide as you do.',
      who: { roles: ['refund_approver'] },
      facts: taskFacts,
      outcomes: [
        { key: 'approve', name: 'Approve', kind: 'positive', reason: 'required' },
        { key: 'reject', name: 'Reject', kind: 'negative', reason: 'required' },
        { key: 'ask', name: 'Ask for more information', kind: 'neutral', reason: 'required' },
      ],
      due: { in: 'P3D' },
      priority: 60,
    },
    {
      key: 'information_needed',
      type: 'USER_TASK',
      name: 'More information needed',
      title: 'Tell us more about the refund of order {{ context.orderNumber }}',
      instructions: 'The approver has a question about your request: you find it in its history.',
      who: { assignee: 'instance.requester.email', allowRequester: true },
      facts,
      form: {
        schema: {
          type: 'object',
          properties: {
            details: { type: 'string', title: 'What happened', maxLength: 2000 },
            receiptNumber: {
              type: 'string',
              title: 'Receipt number',
              description: 'If the customer sent a receipt.',
              maxLength: 40,
            },
          },
          additionalProperties: false,
        },
        ui: {
          'ui:order': ['details', 'receiptNumber'],
          details: { 'ui:widget': 'textarea', 'ui:options': { rows: 4 } },
        },
        writeTo: { details: 'details', receiptNumber: 'receiptNumber' },
      },
      outcomes: [
        { key: 'send', name: 'Send back to the approver', kind: 'positive', reason: 'none' },
        { key: 'withdraw', name: 'Withdraw the request', kind: 'negative', reason: 'optional' },
      ],
      due: { in: 'P7D' },
    },
    {
      key: 'finance_review',
      type: 'USER_TASK',
      name: 'Finance approval',
      title: 'Release refund of {{ context.amount }} EUR for {{ context.customer }}',
      instructions:
        'The manager has approved. Check that the order was paid and that nothing was refunded before.',
      who: { roles: ['finance'] },
      facts: taskFacts,
      outcomes: [
        { key: 'release', name: 'Release the payment', kind: 'positive', reason: 'optional' },
        { key: 'reject', name: 'Reject', kind: 'negative', reason: 'required' },
      ],
      due: { in: 'P2D' },
      priority: 70,
    },
    {
      key: 'paying',
      type: 'AUTOMATED',
      name: 'Paying the customer',
      activities: [
        {
          key: 'payment',
          name: 'Pay the refund',
          type: 'EXECUTE_FUNCTION',
          settings: { function: 'pay-out', input: { to: 'context.customer', amount: 'context.amount' } },
          timeout: 'PT30S',
          retry: { maxAttempts: 5, firstDelay: 'PT10S', factor: 2 },
          outputSchema: {
            type: 'object',
            properties: { reference: { type: 'string' }, amount: { type: 'number' } },
          },
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
            subject: 'Refund for order {{ context.orderNumber }} is paid',
            body: 'Hello {{ instance.requester.name }},\n\nthe refund of {{ context.amount }} EUR for {{ context.customer }} has been paid. Reference: {{ context.activities.payment.output.reference }}.',
          },
        },
      ],
    },
    {
      key: 'announcing_rejection',
      type: 'AUTOMATED',
      name: 'Telling the requester',
      activities: [
        {
          key: 'rejected_mail',
          name: 'Tell the requester that it was rejected',
          type: 'SEND_EMAIL',
          settings: {
            to: ['{{ instance.requester.email }}'],
            subject: 'Refund for order {{ context.orderNumber }} was not approved',
            body: 'Hello {{ instance.requester.name }},\n\nthe refund of {{ context.amount }} EUR for {{ context.customer }} was not approved. You find the reason in the history of your request.',
          },
        },
      ],
    },
    { key: 'refunded', type: 'END', name: 'Refunded', outcome: 'approved' },
    { key: 'rejected', type: 'END', name: 'Rejected', outcome: 'rejected' },
    { key: 'withdrawn', type: 'END', name: 'Withdrawn', outcome: 'withdrawn' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'scoring' },
    { key: 'scored', from: 'scoring', to: 'limit_check' },
    {
      key: 'over_limit',
      name: 'Over the limit',
      from: 'limit_check',
      to: 'in_review',
      when: 'context.amount > rules.refund_limit',
      priority: 20,
    },
    {
      key: 'risky',
      name: 'Risky',
      from: 'limit_check',
      to: 'in_review',
      when: 'context.activities.risk.output.score >= rules.refund_risk_limit',
      priority: 10,
    },
    { key: 'small', name: 'Small', from: 'limit_check', to: 'paying', default: true },
    {
      key: 'approve_large',
      name: 'Approved, very large',
      from: 'in_review',
      to: 'finance_review',
      on: { outcome: 'approve' },
      when: 'context.amount > rules.refund_finance_limit',
      priority: 10,
    },
    {
      key: 'approve',
      name: 'Approved',
      from: 'in_review',
      to: 'paying',
      on: { outcome: 'approve' },
      default: true,
    },
    {
      key: 'reject',
      name: 'Rejected',
      from: 'in_review',
      to: 'announcing_rejection',
      on: { outcome: 'reject' },
    },
    { key: 'ask', name: 'Question', from: 'in_review', to: 'information_needed', on: { outcome: 'ask' } },
    { key: 'answer', name: 'Answered', from: 'information_needed', to: 'in_review', on: { outcome: 'send' } },
    {
      key: 'withdraw',
      name: 'Withdrawn',
      from: 'information_needed',
      to: 'withdrawn',
      on: { outcome: 'withdraw' },
    },
    { key: 'release', name: 'Released', from: 'finance_review', to: 'paying', on: { outcome: 'release' } },
    {
      key: 'finance_reject',
      name: 'Rejected',
      from: 'finance_review',
      to: 'announcing_rejection',
      on: { outcome: 'reject' },
    },
    { key: 'paid', from: 'paying', to: 'announcing_payment' },
    { key: 'told_paid', from: 'announcing_payment', to: 'refunded' },
    { key: 'told_rejected', from: 'announcing_rejection', to: 'rejected' },
  ],
};
