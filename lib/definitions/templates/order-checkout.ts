import { define } from '@/lib/engine/definition/define';
import { call, mailToRequester } from './parts';

const order = { order: '{{ context.orderNumber }}' };

/** An order as a saga: stock is reserved, money taken, the parcel handed over; what fails takes back what was done before. */
export const orderCheckout = define({
  key: 'order-checkout',
  name: 'Order checkout',
  description:
    'Reserve, charge and ship an order. When one of them fails for good, the others are taken back in reverse order.',
  subject: { type: 'order', unique: true },
  correlation: 'input.orderNumber',
  input: {
    type: 'object',
    title: 'Order',
    properties: {
      orderNumber: { type: 'string', title: 'Order number', minLength: 3, maxLength: 40 },
      amount: { type: 'number', title: 'Amount', exclusiveMinimum: 0 },
    },
    required: ['orderNumber', 'amount'],
    additionalProperties: false,
  },
  inputUi: { orderNumber: { 'ui:options': { subject: true } } },
  facts: [
    { label: 'Order', value: 'context.orderNumber' },
    { label: 'Amount', value: 'context.amount', format: 'money', currency: 'EUR' },
  ],
  startableBy: ['employee'],
  maxAge: 'P30D',
  steps: [
    { key: 'start', type: 'START', name: 'Ordered' },
    {
      key: 'fulfilling',
      type: 'AUTOMATED',
      name: 'Reserving, charging, shipping',
      activities: [
        call('reserve', 'Reserve the stock', 'https://stock.example.com/reservations', {
          body: order,
          compensation: 'unreserve',
        }),
        call('charge', 'Take the money', 'https://payments.example.com/charges', {
          body: { ...order, amount: '{{ context.amount }}' },
          compensation: 'give_back',
        }),
        call('ship', 'Hand over to the carrier', 'https://shipping.example.com/parcels', { body: order }),
      ],
      onFailure: 'compensate',
    },
    {
      key: 'delivery_awaited',
      type: 'WAIT_FOR_SIGNAL',
      name: 'On its way',
      signal: 'delivered',
      source: 'webhook',
      maxAge: 'P14D',
    },
    {
      key: 'lost',
      type: 'USER_TASK',
      name: 'Finding the parcel',
      title: 'Find the parcel of order {{ context.orderNumber }}',
      who: { roles: ['support'], allowRequester: true },
      outcomes: [
        { key: 'found', name: 'It has arrived', kind: 'positive', reason: 'none' },
        { key: 'lost', name: 'It is lost', kind: 'negative', reason: 'optional' },
      ],
      due: { in: 'P5D' },
    },
    {
      key: 'telling',
      type: 'AUTOMATED',
      name: 'Telling the requester',
      activities: [
        mailToRequester(
          'delivered_mail',
          'Order {{ context.orderNumber }} has arrived',
          'the order has arrived.',
        ),
      ],
    },
    { key: 'delivered', type: 'END', name: 'Delivered', outcome: 'delivered' },
    { key: 'taking_back', type: 'COMPENSATE', name: 'Taking everything back' },
    { key: 'not_delivered', type: 'END', name: 'Not delivered', outcome: 'failed' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'fulfilling' },
    { key: 'handed_over', from: 'fulfilling', to: 'delivery_awaited' },
    { key: 'arrived', from: 'delivery_awaited', to: 'telling' },
    {
      key: 'too_late',
      name: 'Not arrived in 14 days',
      from: 'delivery_awaited',
      to: 'lost',
      on: { deadline: 'maxAge' },
    },
    { key: 'found', from: 'lost', to: 'telling', on: { outcome: 'found' } },
    { key: 'is_lost', from: 'lost', to: 'taking_back', on: { outcome: 'lost' } },
    { key: 'taken_back', from: 'taking_back', to: 'not_delivered' },
    { key: 'told', from: 'telling', to: 'delivered' },
  ],
  compensations: [
    call('unreserve', 'Free the stock', 'https://stock.example.com/reservations/{{ context.orderNumber }}', {
      method: 'DELETE',
    }),
    call(
      'give_back',
      'Give the money back',
      'https://payments.example.com/charges/{{ context.orderNumber }}',
      {
        method: 'DELETE',
      },
    ),
  ],
});
