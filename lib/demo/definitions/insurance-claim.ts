import type { Definition } from '@/lib/engine/definition/schema';
import type { Fact } from '@/lib/engine/definition/step-schema';
import { documents, input, inputUi } from './insurance-claim-input';
import { transitions } from './insurance-claim-transitions';

const facts: Fact[] = [
  { label: 'Policy', value: 'context.policyNumber' },
  { label: 'Insured', value: 'context.insured' },
  { label: 'Estimate', value: 'context.estimate', format: 'money', currency: 'EUR' },
];

const taskFacts: Fact[] = [
  ...facts,
  { label: 'Kind of claim', value: 'context.kind' },
  { label: 'Day of the damage', value: 'context.happenedOn', format: 'date' },
  { label: 'What happened', value: 'context.description' },
  { label: 'Documents', value: 'size(context.documents)', format: 'number' },
  { label: 'Missing documents', value: 'context.activities.completeness.output.missing.join(", ")' },
];

/** Insurance claim with documents: complete papers first, then the assessment, a manager above a limit, and the payment. */
export const insuranceClaim: Definition = {
  key: 'insurance-claim',
  name: 'Insurance claim',
  description: 'Report damage to a car, a home or on a journey, with the documents that belong to it.',
  subject: { type: 'claim', unique: true },
  correlation: 'input.policyNumber',
  input,
  inputUi,
  facts,
  startableBy: ['employee'],
  maxAge: 'P180D',
  steps: [
    { key: 'start', type: 'START', name: 'Damage reported' },
    {
      key: 'checking_documents',
      type: 'AUTOMATED',
      name: 'Checking the documents',
      activities: [
        {
          key: 'completeness',
          name: 'Check that the documents are complete',
          type: 'EXECUTE_FUNCTION',
          settings: {
            function: 'check-documents',
            input: {
              kind: 'context.kind',
              documents: 'context.documents',
              injured: 'context.injured == true',
            },
          },
          timeout: 'PT10S',
          outputSchema: {
            type: 'object',
            properties: {
              complete: { type: 'boolean' },
              missing: { type: 'array', items: { type: 'string' } },
            },
          },
        },
      ],
    },
    { key: 'completeness_check', type: 'DECISION', name: 'Complete?' },
    {
      key: 'documents_needed',
      type: 'USER_TASK',
      name: 'Documents needed',
      title: 'Documents are needed for the claim of {{ context.insured }}',
      instructions: 'List all documents of the claim, those that were there already too.',
      who: { assignee: 'instance.requester.email', allowRequester: true },
      facts: taskFacts,
      form: {
        schema: { type: 'object', properties: { documents }, additionalProperties: false },
        writeTo: { documents: 'documents' },
      },
      outcomes: [
        { key: 'send', name: 'Send the documents', kind: 'positive', reason: 'none' },
        { key: 'withdraw', name: 'Withdraw the claim', kind: 'negative', reason: 'optional' },
      ],
      due: { in: 'P21D' },
    },
    {
      key: 'assessment',
      type: 'USER_TASK',
      name: 'Assessment',
      title: 'Assess the {{ context.kind }} claim of {{ context.insured }}',
      instructions: 'Compare the documents with what happened. Order an inspection if you cannot tell.',
      who: { roles: ['claims_handler'] },
      facts: taskFacts,
      form: {
        schema: {
          type: 'object',
          properties: {
            payable: {
              type: 'number',
              title: 'To be paid',
              description: 'Leave it empty to pay the estimate.',
              exclusiveMinimum: 0,
              maximum: 1000000,
            },
            cause: {
              type: 'string',
              title: 'Cause',
              oneOf: [
                { const: 'own_fault', title: 'Own fault' },
                { const: 'third_party', title: 'Somebody else' },
                { const: 'nature', title: 'Storm, hail, water' },
                { const: 'unknown', title: 'Unknown' },
              ],
            },
            remark: { type: 'string', title: 'Remark', maxLength: 2000 },
          },
          additionalProperties: false,
        },
        ui: {
          'ui:order': ['payable', 'cause', 'remark'],
          payable: { 'ui:options': { currency: 'EUR' } },
          remark: { 'ui:widget': 'textarea', 'ui:options': { rows: 3 } },
        },
      },
      outcomes: [
        { key: 'accept', name: 'Accept', kind: 'positive', reason: 'optional' },
        { key: 'inspect', name: 'Order an inspection', kind: 'neutral', reason: 'optional' },
        { key: 'ask', name: 'Ask for documents', kind: 'neutral', reason: 'required' },
        { key: 'refuse', name: 'Refuse', kind: 'negative', reason: 'required' },
      ],
      due: { in: 'P10D' },
    },
    {
      key: 'ordering_inspection',
      type: 'AUTOMATED',
      name: 'Ordering an inspection',
      activities: [
        {
          key: 'inspection',
          name: 'Order the inspection',
          type: 'CALL_API',
          settings: {
            method: 'POST',
            url: '{{ rules.inspection_partner_url }}',
            headers: { accept: 'application/json' },
            body: {
              policy: '{{ context.policyNumber }}',
              kind: '{{ context.kind }}',
              estimate: '{{ context.estimate }}',
            },
          },
          timeout: 'PT5S',
          retry: { maxAttempts: 2, firstDelay: 'PT1S' },
        },
      ],
      onFailure: 'needs_attention',
    },
    {
      key: 'settling',
      type: 'AUTOMATED',
      name: 'Working out the payment',
      activities: [
        {
          key: 'settle',
          name: 'Take the assessed amount, else the estimate',
          type: 'SET_CONTEXT',
          settings: {
            set: {
              payable:
                'context.tasks.assessment.payable == null ? context.estimate : context.tasks.assessment.payable',
            },
          },
        },
      ],
    },
    { key: 'amount_check', type: 'DECISION', name: 'Over the limit?' },
    {
      key: 'manager_review',
      type: 'USER_TASK',
      name: 'Manager approval',
      title: 'Release {{ context.payable }} EUR to {{ context.insured }}',
      instructions: 'The claim has been assessed and accepted. Release the payment, or send it back.',
      who: { roles: ['claims_manager'] },
      facts: [
        ...taskFacts,
        { label: 'To be paid', value: 'context.payable', format: 'money', currency: 'EUR' },
        { label: 'Cause', value: 'context.tasks.assessment.cause' },
      ],
      outcomes: [
        { key: 'release', name: 'Release', kind: 'positive', reason: 'optional' },
        { key: 'reassess', name: 'Send back to assessment', kind: 'neutral', reason: 'required' },
        { key: 'refuse', name: 'Refuse', kind: 'negative', reason: 'required' },
      ],
      due: { in: 'P5D' },
      priority: 60,
    },
    {
      key: 'paying',
      type: 'AUTOMATED',
      name: 'Paying out',
      activities: [
        {
          key: 'payment',
          name: 'Pay the claim',
          type: 'EXECUTE_FUNCTION',
          settings: { function: 'pay-out', input: { to: 'context.insured', amount: 'context.payable' } },
          timeout: 'PT30S',
          retry: { maxAttempts: 5, firstDelay: 'PT10S', factor: 2 },
          outputSchema: { type: 'object', properties: { reference: { type: 'string' } } },
        },
      ],
    },
    {
      key: 'announcing_payment',
      type: 'AUTOMATED',
      name: 'Telling that it is paid',
      activities: [
        {
          key: 'paid_mail',
          name: 'Tell that it is paid',
          type: 'SEND_EMAIL',
          settings: {
            to: ['{{ instance.requester.email }}'],
            subject: 'Claim {{ context.policyNumber }} is paid',
            body: 'Hello {{ instance.requester.name }},\n\n{{ context.payable }} EUR have been paid to {{ context.insured }}. Reference: {{ context.activities.payment.output.reference }}.',
          },
        },
      ],
    },
    {
      key: 'announcing_refusal',
      type: 'AUTOMATED',
      name: 'Telling that it was refused',
      activities: [
        {
          key: 'refused_mail',
          name: 'Tell that it was refused',
          type: 'SEND_EMAIL',
          settings: {
            to: ['{{ instance.requester.email }}'],
            subject: 'Claim {{ context.policyNumber }} was refused',
            body: 'Hello {{ instance.requester.name }},\n\nthe claim of {{ context.insured }} was refused. You find the reason in its history.',
          },
        },
      ],
    },
    { key: 'paid', type: 'END', name: 'Paid', outcome: 'approved' },
    { key: 'refused', type: 'END', name: 'Refused', outcome: 'rejected' },
    { key: 'withdrawn', type: 'END', name: 'Withdrawn', outcome: 'withdrawn' },
  ],
  transitions,
};
