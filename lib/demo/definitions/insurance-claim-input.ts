import type { JsonObject } from '@/lib/engine/json';

/** The list of documents; given at the start, and again where some are missing. */
export const documents: JsonObject = {
  type: 'array',
  title: 'Documents',
  maxItems: 30,
  items: {
    type: 'object',
    properties: {
      kind: {
        type: 'string',
        title: 'Kind',
        oneOf: [
          { const: 'photos', title: 'Photos' },
          { const: 'estimate', title: 'Repair estimate' },
          { const: 'invoice', title: 'Invoice' },
          { const: 'booking', title: 'Booking' },
          { const: 'medical_report', title: 'Medical report' },
          { const: 'police_report', title: 'Police report' },
        ],
      },
      reference: {
        type: 'string',
        title: 'Document number',
        description: 'As it stands in the archive.',
        minLength: 1,
        maxLength: 60,
      },
    },
    required: ['kind', 'reference'],
    additionalProperties: false,
  },
};

/** What is asked for when a claim is started. */
export const input: JsonObject = {
  type: 'object',
  title: 'Insurance claim',
  properties: {
    policyNumber: {
      type: 'string',
      title: 'Policy number',
      pattern: '^[A-Z]{2}-[0-9]{6}$',
      description: 'Two letters and six digits, for example KF-204418.',
    },
    insured: { type: 'string', title: 'Insured person', minLength: 1, maxLength: 120 },
    kind: {
      type: 'string',
      title: 'Kind of claim',
      oneOf: [
        { const: 'car', title: 'Car' },
        { const: 'home', title: 'Home' },
        { const: 'travel', title: 'Travel' },
      ],
    },
    happenedOn: { type: 'string', format: 'date', title: 'Day of the damage' },
    description: { type: 'string', title: 'What happened', minLength: 10, maxLength: 4000 },
    injured: { type: 'boolean', title: 'Somebody was injured', default: false },
    estimate: {
      type: 'number',
      title: 'Estimated damage',
      exclusiveMinimum: 0,
      maximum: 1000000,
    },
    documents,
  },
  required: ['policyNumber', 'insured', 'kind', 'happenedOn', 'description', 'estimate', 'documents'],
  additionalProperties: false,
};

export const inputUi: JsonObject = {
  'ui:order': [
    'policyNumber',
    'insured',
    'kind',
    'happenedOn',
    'description',
    'injured',
    'estimate',
    'documents',
  ],
  kind: { 'ui:widget': 'radio' },
  estimate: { 'ui:options': { currency: 'EUR' } },
  policyNumber: { 'ui:placeholder': 'KF-204418' },
  description: { 'ui:widget': 'textarea', 'ui:options': { rows: 5 } },
};
