import { define } from '@/lib/engine/definition/define';
import { approve, call, reject } from './parts';

/** An incoming invoice: the document is uploaded, assigned, approved by amount and paid. */
export const invoiceApproval = define({
  key: 'invoice-approval',
  name: 'Invoice approval',
  description: 'Have an incoming invoice checked and paid. The document is part of it.',
  subject: { type: 'invoice', unique: true },
  input: {
    type: 'object',
    title: 'Invoice',
    properties: {
      number: { type: 'string', title: 'Invoice number', minLength: 1, maxLength: 60 },
      supplier: { type: 'string', title: 'Supplier', minLength: 1, maxLength: 120 },
      amount: { type: 'number', title: 'Amount', exclusiveMinimum: 0 },
      dueOn: { type: 'string', format: 'date', title: 'To be paid by' },
    },
    required: ['number', 'supplier', 'amount', 'dueOn'],
    additionalProperties: false,
  },
  inputUi: {
    'ui:order': ['number', 'supplier', 'amount', 'dueOn'],
    number: { 'ui:options': { subject: true } },
    amount: { 'ui:options': { currency: 'EUR' } },
  },
  facts: [
    { label: 'Supplier', value: 'context.supplier' },
    { label: 'Amount', value: 'context.amount', format: 'money', currency: 'EUR' },
    { label: 'To be paid by', value: 'context.dueOn', format: 'date' },
  ],
  startableBy: ['employee'],
  maxAge: 'P120D',
  steps: [
    { key: 'start', type: 'START', name: 'Invoice arrived' },
    {
      key: 'document_awaited',
      type: 'WAIT_FOR_FILE',
      name: 'Waiting for the document',
      accept: ['application/pdf', 'image/png', 'image/jpeg'],
      maxAge: 'P14D',
    },
    {
      key: 'checking',
      type: 'USER_TASK',
      name: 'Checking the content',
      title: 'Check invoice {{ context.number }} of {{ context.supplier }}',
      who: { roles: ['purchasing'] },
      form: {
        schema: {
          type: 'object',
          properties: { costCentre: { type: 'string', title: 'Cost centre', minLength: 1, maxLength: 40 } },
          required: ['costCentre'],
          additionalProperties: false,
        },
      },
      outcomes: [approve, reject],
      due: { in: 'P5D' },
    },
    { key: 'how_much', type: 'DECISION', name: 'How much?' },
    {
      key: 'releasing',
      type: 'USER_TASK',
      name: 'Release',
      title: 'Release {{ context.amount }} EUR for {{ context.supplier }}',
      who: { roles: ['finance'] },
      outcomes: [approve, reject],
      due: { in: 'P3D' },
    },
    {
      key: 'paying',
      type: 'AUTOMATED',
      name: 'Paying',
      activities: [
        call('pay', 'Pay the invoice', 'https://bank.example.com/payments', {
          body: {
            to: '{{ context.supplier }}',
            amount: '{{ context.amount }}',
            text: '{{ context.number }}',
          },
        }),
      ],
    },
    { key: 'paid', type: 'END', name: 'Paid', outcome: 'paid' },
    { key: 'rejected', type: 'END', name: 'Rejected', outcome: 'rejected' },
    { key: 'no_document', type: 'END', name: 'No document came', outcome: 'expired' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'document_awaited' },
    { key: 'uploaded', from: 'document_awaited', to: 'checking' },
    {
      key: 'never_came',
      name: 'Nothing came',
      from: 'document_awaited',
      to: 'no_document',
      on: { deadline: 'maxAge' },
    },
    { key: 'correct', from: 'checking', to: 'how_much', on: { outcome: 'approve' } },
    { key: 'wrong', from: 'checking', to: 'rejected', on: { outcome: 'reject' } },
    { key: 'much', name: 'Above 1,000', from: 'how_much', to: 'releasing', when: 'context.amount > 1000.0' },
    { key: 'little', name: 'Up to 1,000', from: 'how_much', to: 'paying', default: true },
    { key: 'release', from: 'releasing', to: 'paying', on: { outcome: 'approve' } },
    { key: 'refuse', from: 'releasing', to: 'rejected', on: { outcome: 'reject' } },
    { key: 'done', from: 'paying', to: 'paid' },
  ],
});
