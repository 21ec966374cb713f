import { define } from '@/lib/engine/definition/define';
import { call, mailToRequester } from './parts';

/** Goods come back within two weeks, are looked at, and the money goes back. */
export const returnAndRefund = define({
  key: 'return-and-refund',
  name: 'Return and refund',
  description:
    'Take goods back: a label goes out, the parcel is waited for, looked at, and the money goes back.',
  subject: { type: 'order', unique: true },
  correlation: 'input.orderNumber',
  input: {
    type: 'object',
    title: 'Return',
    properties: {
      orderNumber: { type: 'string', title: 'Order number', minLength: 3, maxLength: 40 },
      customerEmail: { type: 'string', format: 'email', title: 'Customer’s e-mail address' },
      amount: { type: 'number', title: 'Amount', exclusiveMinimum: 0 },
      reason: { type: 'string', title: 'Why', maxLength: 500 },
    },
    required: ['orderNumber', 'customerEmail', 'amount'],
    additionalProperties: false,
  },
  inputUi: {
    'ui:order': ['orderNumber', 'customerEmail', 'amount', 'reason'],
    orderNumber: { 'ui:options': { subject: true } },
    amount: { 'ui:options': { currency: 'EUR' } },
  },
  facts: [
    { label: 'Order', value: 'context.orderNumber' },
    { label: 'Amount', value: 'context.amount', format: 'money', currency: 'EUR' },
  ],
  startableBy: ['employee'],
  maxAge: 'P60D',
  steps: [
    { key: 'start', type: 'START', name: 'Return announced' },
    {
      key: 'sending_label',
      type: 'AUTOMATED',
      name: 'Sending the label',
      activities: [
        {
          key: 'label_mail',
          name: 'Send the return label',
          type: 'SEND_EMAIL',
          settings: {
            to: ['{{ context.customerEmail }}'],
            subject: 'Your return of order {{ context.orderNumber }}',
            body: 'Hello,\n\nplease send the goods back within 14 days, with the label of your order page.',
          },
        },
      ],
    },
    {
      key: 'parcel_awaited',
      type: 'WAIT_FOR_SIGNAL',
      name: 'Waiting for the parcel',
      signal: 'parcel_received',
      maxAge: 'P14D',
    },
    {
      key: 'inspecting',
      type: 'USER_TASK',
      name: 'Looking at the goods',
      title: 'Look at the goods of order {{ context.orderNumber }}',
      who: { roles: ['purchasing', 'support'], allowRequester: true },
      form: {
        schema: {
          type: 'object',
          properties: {
            condition: { type: 'string', title: 'Condition', enum: ['new', 'used', 'broken'] },
          },
          required: ['condition'],
          additionalProperties: false,
        },
      },
      outcomes: [
        { key: 'accept', name: 'Accept', kind: 'positive', reason: 'none' },
        { key: 'refuse', name: 'Refuse', kind: 'negative', reason: 'required' },
      ],
      due: { in: 'P3D' },
    },
    {
      key: 'paying',
      type: 'AUTOMATED',
      name: 'Paying back',
      activities: [
        call('pay', 'Pay the amount back', 'https://payments.example.com/refunds', {
          body: { order: '{{ context.orderNumber }}', amount: '{{ context.amount }}' },
        }),
      ],
    },
    {
      key: 'paying_by_hand',
      type: 'USER_TASK',
      name: 'Paying back by hand',
      title: 'Pay {{ context.amount }} EUR of order {{ context.orderNumber }} back by hand',
      who: { roles: ['finance'] },
      outcomes: [{ key: 'paid', name: 'Paid', kind: 'positive', reason: 'none' }],
      due: { in: 'P2D' },
    },
    {
      key: 'telling',
      type: 'AUTOMATED',
      name: 'Telling everybody',
      activities: [
        mailToRequester(
          'paid_mail',
          'Order {{ context.orderNumber }} is paid back',
          'the customer has the money back.',
        ),
      ],
    },
    { key: 'refunded', type: 'END', name: 'Paid back', outcome: 'refunded' },
    { key: 'refused', type: 'END', name: 'Refused', outcome: 'rejected' },
    { key: 'not_sent', type: 'END', name: 'Nothing was sent', outcome: 'expired' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'sending_label' },
    { key: 'label_sent', from: 'sending_label', to: 'parcel_awaited' },
    { key: 'arrived', from: 'parcel_awaited', to: 'inspecting' },
    {
      key: 'too_late',
      name: 'Nothing in 14 days',
      from: 'parcel_awaited',
      to: 'not_sent',
      on: { deadline: 'maxAge' },
    },
    { key: 'accept', from: 'inspecting', to: 'paying', on: { outcome: 'accept' } },
    { key: 'refuse', from: 'inspecting', to: 'refused', on: { outcome: 'refuse' } },
    { key: 'paid', from: 'paying', to: 'telling' },
    {
      key: 'payment_failed',
      name: 'The payment failed',
      from: 'paying',
      to: 'paying_by_hand',
      on: { error: true },
    },
    { key: 'paid_by_hand', from: 'paying_by_hand', to: 'telling', on: { outcome: 'paid' } },
    { key: 'told', from: 'telling', to: 'refunded' },
  ],
});
