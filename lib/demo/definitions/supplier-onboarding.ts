import type { Definition } from '@/lib/engine/definition/schema';
import type { Fact } from '@/lib/engine/definition/step-schema';
import type { JsonObject } from '@/lib/engine/json';
import { transitions } from './supplier-onboarding-transitions';

const facts: Fact[] = [
  { label: 'Company', value: 'context.company' },
  { label: 'Country', value: 'context.country' },
  { label: 'Spend per year', value: 'context.yearlySpend', format: 'money', currency: 'EUR' },
];

const taskFacts: Fact[] = [
  ...facts,
  { label: 'VAT number', value: 'context.vatNumber' },
  { label: 'Delivers', value: 'context.delivers' },
  { label: 'Contact', value: 'context.contactEmail' },
  { label: 'Sees personal data', value: 'context.personalData == true ? "yes" : "no"' },
  { label: 'Risk (0 to 100)', value: 'context.activities.risk.output.score', format: 'number' },
];

const iban: JsonObject = {
  type: 'string',
  title: 'Bank account (IBAN)',
  pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}$',
  description: 'Without spaces.',
};

/** Supplier onboarding: looked up in the company register (by hand when it does not answer), assessed, and set up by Finance. */
export const supplierOnboarding: Definition = {
  key: 'supplier-onboarding',
  name: 'Supplier onboarding',
  description: 'Have a new supplier checked and entered, so that you can order there.',
  subject: { type: 'supplier', unique: true },
  correlation: 'input.vatNumber',
  input: {
    type: 'object',
    title: 'New supplier',
    properties: {
      company: { type: 'string', title: 'Company', minLength: 2, maxLength: 120 },
      country: {
        type: 'string',
        title: 'Country',
        oneOf: [
          { const: 'DE', title: 'Germany' },
          { const: 'FR', title: 'France' },
          { const: 'IT', title: 'Italy' },
          { const: 'PL', title: 'Poland' },
          { const: 'GB', title: 'United Kingdom' },
          { const: 'US', title: 'United States' },
        ],
      },
      vatNumber: {
        type: 'string',
        title: 'VAT or tax number',
        pattern: '^[A-Z]{2}[A-Z0-9]{5,14}$',
        description: 'With the country’s letters in front, for example DE811234567.',
      },
      contactEmail: { type: 'string', format: 'email', title: 'Contact’s e-mail address' },
      website: { type: 'string', format: 'uri', title: 'Website' },
      delivers: {
        type: 'string',
        title: 'Delivers',
        oneOf: [
          { const: 'goods', title: 'Goods' },
          { const: 'services', title: 'Services' },
          { const: 'software', title: 'Software' },
        ],
      },
      yearlySpend: { type: 'number', title: 'Expected spend per year', minimum: 0, maximum: 10000000 },
      personalData: { type: 'boolean', title: 'The supplier sees personal data', default: false },
      iban,
    },
    required: ['company', 'country', 'vatNumber', 'contactEmail', 'delivers', 'yearlySpend', 'iban'],
    additionalProperties: false,
  },
  inputUi: {
    'ui:order': [
      'company',
      'country',
      'vatNumber',
      'contactEmail',
      'website',
      'delivers',
      'yearlySpend',
      'personalData',
      'iban',
    ],
    delivers: { 'ui:widget': 'radio' },
    // The supplier has no number here yet: it is known by its own.
    vatNumber: { 'ui:options': { subject: true } },
    yearlySpend: { 'ui:options': { currency: 'EUR' } },
  },
  facts,
  startableBy: ['employee'],
  maxAge: 'P120D',
  steps: [
    { key: 'start', type: 'START', name: 'Supplier proposed' },
    {
      key: 'register_lookup',
      type: 'AUTOMATED',
      name: 'Looking up the company',
      activities: [
        {
          key: 'register',
          name: 'Look it up in the company register',
          type: 'CALL_API',
          settings: {
            method: 'GET',
            url: '{{ rules.company_register_url }}/{{ context.vatNumber }}',
            headers: { accept: 'application/json' },
          },
          timeout: 'PT5S',
          retry: { maxAttempts: 2, firstDelay: 'PT1S', stopOn: ['http_404'] },
          // What the register says is kept with the attempt; the process only has to know that it answered.
          output: { status: 'result.status' },
        },
      ],
    },
    {
      key: 'manual_check',
      type: 'USER_TASK',
      name: 'Check by hand',
      title: 'Look up {{ context.company }} by hand',
      instructions:
        'The company register did not answer. Find the company on its own website or in the printed register.',
      who: { roles: ['purchasing'] },
      facts: taskFacts,
      form: {
        schema: {
          type: 'object',
          properties: {
            registeredName: { type: 'string', title: 'Name in the register', maxLength: 160 },
            registrationNumber: { type: 'string', title: 'Number in the register', maxLength: 40 },
            foundedOn: { type: 'string', format: 'date', title: 'Founded on' },
          },
          additionalProperties: false,
        },
        ui: { 'ui:order': ['registeredName', 'registrationNumber', 'foundedOn'] },
      },
      outcomes: [
        { key: 'found', name: 'The company exists', kind: 'positive', reason: 'optional' },
        { key: 'not_found', name: 'No such company', kind: 'negative', reason: 'required' },
      ],
      due: { in: 'P3D' },
    },
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
            input: {
              amount: 'context.yearlySpend / 10',
              new: 'true',
              abroad: '!(context.country in ["DE", "FR", "IT", "PL"])',
            },
          },
          timeout: 'PT10S',
          outputSchema: {
            type: 'object',
            properties: { score: { type: 'number' }, level: { type: 'string' } },
          },
        },
      ],
    },
    { key: 'risk_check', type: 'DECISION', name: 'Risky?' },
    {
      key: 'compliance_review',
      type: 'USER_TASK',
      name: 'Compliance review',
      title: 'Assess {{ context.company }} as a supplier',
      instructions: 'Two people from Compliance have to agree; one rejection is enough to end it.',
      who: { roles: ['compliance'] },
      facts: taskFacts,
      form: {
        schema: {
          type: 'object',
          properties: {
            sanctionsChecked: { type: 'boolean', title: 'I have checked the sanctions lists' },
            remark: { type: 'string', title: 'Remark', maxLength: 1000 },
          },
          additionalProperties: false,
        },
        ui: {
          'ui:order': ['sanctionsChecked', 'remark'],
          remark: { 'ui:widget': 'textarea', 'ui:options': { rows: 3 } },
        },
      },
      approvals: { required: 2, veto: true },
      outcomes: [
        { key: 'accept', name: 'Accept', kind: 'positive', reason: 'optional' },
        { key: 'reject', name: 'Reject', kind: 'negative', reason: 'required' },
      ],
      due: { in: 'P7D' },
      priority: 60,
    },
    {
      key: 'finance_setup',
      type: 'USER_TASK',
      name: 'Finance setup',
      title: 'Set up {{ context.company }} for payments',
      instructions: 'Check the bank account with a call to a known number, never one from an e-mail.',
      who: { roles: ['finance'] },
      facts: [...taskFacts, { label: 'Bank account', value: 'context.iban' }],
      form: {
        schema: {
          type: 'object',
          properties: {
            paymentDays: {
              type: 'integer',
              title: 'Days until payment',
              enum: [14, 30, 60],
              default: 30,
            },
            costCentre: {
              type: 'string',
              title: 'Cost centre',
              enum: ['sales', 'marketing', 'operations', 'it'],
            },
          },
          additionalProperties: false,
        },
        ui: { 'ui:order': ['paymentDays', 'costCentre'] },
      },
      outcomes: [
        { key: 'set_up', name: 'Set up', kind: 'positive', reason: 'none' },
        { key: 'wrong_account', name: 'Bank account is wrong', kind: 'neutral', reason: 'required' },
      ],
      due: { in: 'P5D' },
    },
    {
      key: 'account_needed',
      type: 'USER_TASK',
      name: 'Bank account needed',
      title: 'Give the right bank account of {{ context.company }}',
      instructions: 'Finance could not confirm the bank account. Ask the supplier for it once more.',
      who: { assignee: 'instance.requester.email', allowRequester: true },
      facts: [...facts, { label: 'Bank account so far', value: 'context.iban' }],
      form: {
        schema: { type: 'object', properties: { iban }, additionalProperties: false },
        writeTo: { iban: 'iban' },
      },
      outcomes: [
        { key: 'send', name: 'Send to Finance', kind: 'positive', reason: 'none' },
        { key: 'give_up', name: 'Give up this supplier', kind: 'negative', reason: 'optional' },
      ],
      due: { in: 'P14D' },
    },
    {
      key: 'entering',
      type: 'AUTOMATED',
      name: 'Entering the supplier',
      activities: [
        {
          key: 'supplier',
          name: 'Enter the supplier',
          type: 'EXECUTE_FUNCTION',
          settings: {
            function: 'create-supplier',
            input: { name: 'context.company', vatNumber: 'context.vatNumber', iban: 'context.iban' },
          },
          timeout: 'PT30S',
          outputSchema: {
            type: 'object',
            properties: { number: { type: 'string' }, name: { type: 'string' } },
          },
        },
      ],
    },
    {
      key: 'announcing',
      type: 'AUTOMATED',
      name: 'Telling everybody',
      activities: [
        {
          key: 'entered_mail',
          name: 'Tell requester and supplier',
          type: 'SEND_EMAIL',
          settings: {
            to: ['{{ instance.requester.email }}', '{{ context.contactEmail }}'],
            subject: '{{ context.company }} is now a supplier',
            body: 'Hello,\n\n{{ context.company }} has the supplier number {{ context.activities.supplier.output.number }}. Please name it on every invoice.',
          },
        },
      ],
    },
    { key: 'onboarded', type: 'END', name: 'Entered', outcome: 'approved' },
    { key: 'rejected', type: 'END', name: 'Rejected', outcome: 'rejected' },
    { key: 'given_up', type: 'END', name: 'Given up', outcome: 'withdrawn' },
  ],
  transitions,
};
