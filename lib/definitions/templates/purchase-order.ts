import { define } from '@/lib/engine/definition/define';
import { approve, call, mailToRequester, reject } from './parts';

/** Buying: small orders go by the manager, large ones by Finance as well; goods are waited for, and the order is called back when none come. */
export const purchaseOrder = define({
  key: 'purchase-order',
  name: 'Purchase order',
  description:
    'Order something from a supplier. The amount decides who approves; the arrival of the goods ends it.',
  subject: { type: 'purchase' },
  input: {
    type: 'object',
    title: 'Purchase',
    properties: {
      supplier: { type: 'string', title: 'Supplier', minLength: 1, maxLength: 120 },
      what: { type: 'string', title: 'What is bought', minLength: 1, maxLength: 500 },
      amount: { type: 'number', title: 'Amount', exclusiveMinimum: 0, maximum: 1000000 },
      costCentre: { type: 'string', title: 'Cost centre', minLength: 1, maxLength: 40 },
    },
    required: ['supplier', 'what', 'amount', 'costCentre'],
    additionalProperties: false,
  },
  inputUi: {
    'ui:order': ['supplier', 'what', 'amount', 'costCentre'],
    amount: { 'ui:options': { currency: 'EUR' } },
  },
  facts: [
    { label: 'Supplier', value: 'context.supplier' },
    { label: 'Amount', value: 'context.amount', format: 'money', currency: 'EUR' },
  ],
  startableBy: ['employee'],
  maxAge: 'P180D',
  steps: [
    { key: 'start', type: 'START', name: 'Purchase requested' },
    {
      key: 'manager_review',
      type: 'USER_TASK',
      name: 'Manager approval',
      title: 'Purchase from {{ context.supplier }} for {{ context.amount }} EUR',
      who: { roles: ['line_manager'] },
      facts: [
        { label: 'What', value: 'context.what' },
        { label: 'Cost centre', value: 'context.costCentre' },
      ],
      outcomes: [approve, reject],
      due: { in: 'P3D' },
    },
    { key: 'large', type: 'DECISION', name: 'Large order?' },
    {
      key: 'finance_review',
      type: 'USER_TASK',
      name: 'Finance approval',
      title: 'Release {{ context.amount }} EUR for {{ context.supplier }}',
      who: { roles: ['finance'] },
      approvals: { required: 2, veto: true },
      outcomes: [approve, reject],
      due: { in: 'P5D' },
      priority: 60,
    },
    {
      key: 'ordering',
      type: 'AUTOMATED',
      name: 'Ordering',
      activities: [
        call('order', 'Place the order', 'https://purchasing.example.com/orders', {
          body: { supplier: '{{ context.supplier }}', what: '{{ context.what }}' },
          compensation: 'call_off',
        }),
      ],
    },
    {
      key: 'goods_awaited',
      type: 'WAIT_FOR_SIGNAL',
      name: 'Waiting for the goods',
      signal: 'goods_received',
      payload: {
        type: 'object',
        properties: { complete: { type: 'boolean', title: 'Complete' } },
        required: ['complete'],
        additionalProperties: false,
      },
      maxAge: 'P90D',
    },
    { key: 'complete', type: 'DECISION', name: 'Complete?' },
    {
      key: 'claim',
      type: 'USER_TASK',
      name: 'Claim the rest',
      title: 'Claim what {{ context.supplier }} has not delivered',
      who: { roles: ['purchasing'] },
      outcomes: [
        { key: 'wait', name: 'The rest is coming', kind: 'positive', reason: 'none' },
        { key: 'settle', name: 'Settled', kind: 'neutral', reason: 'optional' },
      ],
      due: { in: 'P7D' },
    },
    { key: 'calling_off', type: 'COMPENSATE', name: 'Calling the order off' },
    {
      key: 'telling_rejected',
      type: 'AUTOMATED',
      name: 'Telling the requester',
      activities: [
        mailToRequester(
          'rejected_mail',
          'The purchase from {{ context.supplier }} was not approved',
          'the purchase was not approved. You find the reason in the history of your request.',
        ),
      ],
    },
    { key: 'received', type: 'END', name: 'Received', outcome: 'received' },
    { key: 'rejected', type: 'END', name: 'Rejected', outcome: 'rejected' },
    { key: 'called_off', type: 'END', name: 'Called off', outcome: 'called_off' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'manager_review' },
    { key: 'approve', from: 'manager_review', to: 'large', on: { outcome: 'approve' } },
    { key: 'reject', from: 'manager_review', to: 'telling_rejected', on: { outcome: 'reject' } },
    {
      key: 'is_large',
      name: 'Above 5,000',
      from: 'large',
      to: 'finance_review',
      when: 'context.amount > 5000.0',
    },
    { key: 'is_small', name: 'Up to 5,000', from: 'large', to: 'ordering', default: true },
    { key: 'release', from: 'finance_review', to: 'ordering', on: { outcome: 'approve' } },
    { key: 'refuse', from: 'finance_review', to: 'telling_rejected', on: { outcome: 'reject' } },
    { key: 'ordered', from: 'ordering', to: 'goods_awaited' },
    { key: 'arrived', from: 'goods_awaited', to: 'complete' },
    {
      key: 'too_late',
      name: 'Too late',
      from: 'goods_awaited',
      to: 'calling_off',
      on: { deadline: 'maxAge' },
    },
    {
      key: 'all_there',
      name: 'Complete',
      from: 'complete',
      to: 'received',
      when: 'context.signals.goods_awaited.complete',
    },
    { key: 'some_missing', name: 'Something is missing', from: 'complete', to: 'claim', default: true },
    { key: 'rest_comes', from: 'claim', to: 'goods_awaited', on: { outcome: 'wait' } },
    { key: 'settled', from: 'claim', to: 'received', on: { outcome: 'settle' } },
    { key: 'undone', from: 'calling_off', to: 'called_off' },
    { key: 'told', from: 'telling_rejected', to: 'rejected' },
  ],
  compensations: [
    call(
      'call_off',
      'Call the order off',
      'https://purchasing.example.com/orders/{{ instance.subject.id }}',
      {
        method: 'DELETE',
      },
    ),
  ],
});
