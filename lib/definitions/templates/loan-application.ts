import { define } from '@/lib/engine/definition/define';
import { approve, call, mailToRequester, reject } from './parts';

/** A loan: the credit agency answers by message, small and good ones go by themselves, the rest is decided by two people. */
export const loanApplication = define({
  key: 'loan-application',
  name: 'Loan application',
  description:
    'Decide a loan: with the credit agency’s answer, by rule where that is enough, else by two people.',
  subject: { type: 'loan' },
  input: {
    type: 'object',
    title: 'Loan',
    properties: {
      applicant: { type: 'string', title: 'Applicant', minLength: 1, maxLength: 120 },
      amount: { type: 'number', title: 'Amount', exclusiveMinimum: 0, maximum: 1000000 },
      months: { type: 'integer', title: 'Months', minimum: 6, maximum: 360 },
      income: { type: 'number', title: 'Income per month', minimum: 0 },
    },
    required: ['applicant', 'amount', 'months', 'income'],
    additionalProperties: false,
  },
  inputUi: { 'ui:order': ['applicant', 'amount', 'months', 'income'] },
  facts: [
    { label: 'Applicant', value: 'context.applicant' },
    { label: 'Amount', value: 'context.amount', format: 'money', currency: 'EUR' },
  ],
  startableBy: ['employee'],
  maxAge: 'P90D',
  steps: [
    { key: 'start', type: 'START', name: 'Applied' },
    {
      key: 'asking_agency',
      type: 'AUTOMATED',
      name: 'Asking the credit agency',
      activities: [
        call(
          'ask_agency',
          'Ask the credit agency',
          'https://agency.example.com/inquiries/{{ instance.id }}',
          {
            method: 'GET',
          },
        ),
      ],
    },
    {
      key: 'agency_awaited',
      type: 'WAIT_FOR_SIGNAL',
      name: 'Waiting for the agency',
      signal: 'credit_report',
      source: 'message',
      payload: {
        type: 'object',
        properties: { score: { type: 'integer', title: 'Score', minimum: 0, maximum: 100 } },
        required: ['score'],
        additionalProperties: false,
      },
      maxAge: 'P5D',
    },
    { key: 'by_rule', type: 'DECISION', name: 'By rule?' },
    {
      key: 'in_review',
      type: 'USER_TASK',
      name: 'Two people decide',
      title: 'Loan of {{ context.amount }} EUR for {{ context.applicant }}',
      who: { roles: ['finance'] },
      approvals: { required: 2, veto: true },
      facts: [
        { label: 'Score', value: 'context.signals.agency_awaited.score', format: 'number' },
        { label: 'Income', value: 'context.income', format: 'money', currency: 'EUR' },
        { label: 'Months', value: 'context.months', format: 'number' },
      ],
      outcomes: [approve, reject],
      due: {
        in: 'P5D',
        ladder: [
          {
            key: 'reminder',
            at: '-P2D',
            action: 'remind',
            text: 'The loan of {{ context.applicant }} is due in two days.',
          },
        ],
      },
    },
    {
      key: 'signature',
      type: 'WAIT_FOR_FILE',
      name: 'Waiting for the signed contract',
      accept: ['application/pdf'],
      maxAge: 'P30D',
    },
    {
      key: 'paying_out',
      type: 'AUTOMATED',
      name: 'Paying out',
      activities: [
        call('pay_out', 'Pay the loan out', 'https://bank.example.com/loans', {
          body: { applicant: '{{ context.applicant }}', amount: '{{ context.amount }}' },
        }),
        mailToRequester(
          'paid_mail',
          'The loan of {{ context.applicant }} is paid out',
          'the loan is paid out.',
        ),
      ],
    },
    { key: 'paid_out', type: 'END', name: 'Paid out', outcome: 'approved' },
    { key: 'rejected', type: 'END', name: 'Rejected', outcome: 'rejected' },
    { key: 'lapsed', type: 'END', name: 'Not signed', outcome: 'expired' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'asking_agency' },
    { key: 'asked', from: 'asking_agency', to: 'agency_awaited' },
    {
      key: 'no_agency',
      name: 'The agency is away',
      from: 'asking_agency',
      to: 'in_review',
      on: { error: true },
    },
    { key: 'reported', from: 'agency_awaited', to: 'by_rule' },
    { key: 'silent', name: 'No answer', from: 'agency_awaited', to: 'in_review', on: { deadline: 'maxAge' } },
    {
      key: 'too_risky',
      name: 'Too risky',
      from: 'by_rule',
      to: 'rejected',
      when: 'context.signals.agency_awaited.score < 30',
      priority: 20,
    },
    {
      key: 'small_and_good',
      name: 'Small and good',
      from: 'by_rule',
      to: 'signature',
      when: 'context.signals.agency_awaited.score >= 70 && context.amount <= 10000.0',
      priority: 10,
    },
    { key: 'otherwise', name: 'Otherwise', from: 'by_rule', to: 'in_review', default: true },
    { key: 'approve', from: 'in_review', to: 'signature', on: { outcome: 'approve' } },
    { key: 'reject', from: 'in_review', to: 'rejected', on: { outcome: 'reject' } },
    { key: 'signed', from: 'signature', to: 'paying_out' },
    {
      key: 'not_signed',
      name: 'Not signed in time',
      from: 'signature',
      to: 'lapsed',
      on: { deadline: 'maxAge' },
    },
    { key: 'paid', from: 'paying_out', to: 'paid_out' },
  ],
});
