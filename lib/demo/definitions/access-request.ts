import type { Definition } from '@/lib/engine/definition/schema';
import type { Fact } from '@/lib/engine/definition/step-schema';
import type { JsonObject } from '@/lib/engine/json';

const facts: Fact[] = [
  { label: 'System', value: 'context.system' },
  { label: 'For', value: 'context.person' },
  { label: 'Access', value: 'context.level' },
  { label: 'Until', value: 'context.until', format: 'date' },
];

const taskFacts: Fact[] = [
  ...facts,
  { label: 'Needed for', value: 'context.purpose' },
  { label: 'Asked by', value: 'instance.requester.name' },
];

const purpose: JsonObject = {
  type: 'string',
  title: 'What it is needed for',
  minLength: 10,
  maxLength: 1000,
};

/** Access request: the line manager agrees, IT security too where the access is far-reaching, then the account is made. */
export const accessRequest: Definition = {
  key: 'access-request',
  name: 'Access request',
  description: 'Ask for access to a system, for yourself or for a colleague.',
  subject: { type: 'access' },
  correlation: 'input.person',
  input: {
    type: 'object',
    title: 'Access request',
    properties: {
      person: {
        type: 'string',
        format: 'email',
        title: 'Who needs access',
        description: 'E-mail address of the person.',
      },
      system: {
        type: 'string',
        title: 'System',
        oneOf: [
          { const: 'crm', title: 'Customer data' },
          { const: 'data_warehouse', title: 'Reports' },
          { const: 'source_code', title: 'Source code' },
          { const: 'payroll', title: 'Payroll' },
        ],
      },
      level: {
        type: 'string',
        title: 'Access',
        oneOf: [
          { const: 'read', title: 'Read' },
          { const: 'write', title: 'Read and write' },
          { const: 'admin', title: 'Administer' },
        ],
        default: 'read',
      },
      until: {
        type: 'string',
        format: 'date',
        title: 'Until',
        description: 'Leave it empty if it is needed for good.',
      },
      purpose,
    },
    required: ['person', 'system', 'level', 'purpose'],
    additionalProperties: false,
  },
  inputUi: {
    'ui:order': ['person', 'system', 'level', 'until', 'purpose'],
    level: { 'ui:widget': 'radio' },
    purpose: { 'ui:widget': 'textarea', 'ui:options': { rows: 3 } },
  },
  facts,
  startableBy: ['employee'],
  maxAge: 'P60D',
  steps: [
    { key: 'start', type: 'START', name: 'Access requested' },
    {
      key: 'manager_approval',
      type: 'USER_TASK',
      name: 'Manager approval',
      title: 'Approve access to {{ context.system }} for {{ context.person }}',
      instructions: 'Does this person need the access for their work, and no more than that?',
      // Nobody approves their own access, whoever asked for it.
      who: { roles: ['line_manager'], exclude: '[context.person]' },
      facts: taskFacts,
      outcomes: [
        { key: 'approve', name: 'Approve', kind: 'positive', reason: 'optional' },
        { key: 'ask', name: 'Ask for more information', kind: 'neutral', reason: 'required' },
        { key: 'reject', name: 'Reject', kind: 'negative', reason: 'required' },
      ],
      due: { in: 'P2D' },
    },
    {
      key: 'information_needed',
      type: 'USER_TASK',
      name: 'More information needed',
      title: 'Say more about the access to {{ context.system }}',
      instructions: 'You find the question in the history of your request.',
      who: { assignee: 'instance.requester.email', allowRequester: true },
      facts: taskFacts,
      form: {
        schema: { type: 'object', properties: { purpose }, additionalProperties: false },
        ui: { purpose: { 'ui:widget': 'textarea', 'ui:options': { rows: 4 } } },
        writeTo: { purpose: 'purpose' },
      },
      outcomes: [
        { key: 'send', name: 'Send back to the manager', kind: 'positive', reason: 'none' },
        { key: 'withdraw', name: 'Withdraw the request', kind: 'negative', reason: 'optional' },
      ],
      due: { in: 'P7D' },
    },
    { key: 'sensitivity_check', type: 'DECISION', name: 'Far-reaching?' },
    {
      key: 'security_review',
      type: 'USER_TASK',
      name: 'Security review',
      title: 'Review access to {{ context.system }} ({{ context.level }}) for {{ context.person }}',
      instructions: 'The manager has agreed. Grant as little as the purpose allows.',
      who: { roles: ['it_security'], exclude: '[context.person]' },
      facts: taskFacts,
      form: {
        schema: {
          type: 'object',
          properties: {
            conditions: {
              type: 'string',
              title: 'Conditions',
              description: 'What the person has to observe, for example a training.',
              maxLength: 500,
            },
          },
          additionalProperties: false,
        },
      },
      outcomes: [
        { key: 'approve', name: 'Grant as asked', kind: 'positive', reason: 'optional' },
        { key: 'reduce', name: 'Grant reading only', kind: 'neutral', reason: 'required' },
        { key: 'reject', name: 'Reject', kind: 'negative', reason: 'required' },
      ],
      due: { in: 'P3D' },
      priority: 70,
    },
    {
      key: 'reducing',
      type: 'AUTOMATED',
      name: 'Reducing to reading',
      activities: [
        {
          key: 'reduce_level',
          name: 'Reduce to reading',
          type: 'SET_CONTEXT',
          settings: { set: { level: '"read"' } },
        },
      ],
    },
    {
      key: 'granting',
      type: 'AUTOMATED',
      name: 'Making the account',
      activities: [
        {
          key: 'account',
          name: 'Make the account',
          type: 'EXECUTE_FUNCTION',
          async: true,
          settings: {
            function: 'create-account',
            input: { person: 'context.person', system: 'context.system', level: 'context.level' },
          },
          timeout: 'PT1M',
          // A maintenance window may last a day: the later attempts come after it.
          retry: { maxAttempts: 8, firstDelay: 'PT15M', factor: 2, maxDelay: 'PT8H', jitter: 0.1 },
          outputSchema: {
            type: 'object',
            properties: { account: { type: 'string' }, level: { type: 'string' } },
          },
        },
      ],
    },
    {
      key: 'announcing',
      type: 'AUTOMATED',
      name: 'Telling the person',
      activities: [
        {
          key: 'granted_mail',
          name: 'Tell the person',
          type: 'SEND_EMAIL',
          settings: {
            to: ['{{ context.person }}'],
            cc: ['{{ instance.requester.email }}'],
            subject: 'You have access to {{ context.system }}',
            body: 'Hello,\n\nyour account {{ context.activities.account.output.account }} is ready ({{ context.level }}).',
          },
        },
      ],
    },
    { key: 'granted', type: 'END', name: 'Granted', outcome: 'approved' },
    { key: 'rejected', type: 'END', name: 'Rejected', outcome: 'rejected' },
    { key: 'withdrawn', type: 'END', name: 'Withdrawn', outcome: 'withdrawn' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'manager_approval' },
    {
      key: 'approve',
      name: 'Approved',
      from: 'manager_approval',
      to: 'sensitivity_check',
      on: { outcome: 'approve' },
    },
    {
      key: 'ask',
      name: 'Question',
      from: 'manager_approval',
      to: 'information_needed',
      on: { outcome: 'ask' },
    },
    { key: 'reject', name: 'Rejected', from: 'manager_approval', to: 'rejected', on: { outcome: 'reject' } },
    {
      key: 'answer',
      name: 'Answered',
      from: 'information_needed',
      to: 'manager_approval',
      on: { outcome: 'send' },
    },
    {
      key: 'withdraw',
      name: 'Withdrawn',
      from: 'information_needed',
      to: 'withdrawn',
      on: { outcome: 'withdraw' },
    },
    {
      key: 'sensitive',
      name: 'Administrator, or a sensitive system',
      from: 'sensitivity_check',
      to: 'security_review',
      when: 'context.level == "admin" || context.system in rules.sensitive_systems',
    },
    { key: 'ordinary', name: 'Ordinary', from: 'sensitivity_check', to: 'granting', default: true },
    { key: 'grant', name: 'Granted', from: 'security_review', to: 'granting', on: { outcome: 'approve' } },
    {
      key: 'reduce',
      name: 'Reading only',
      from: 'security_review',
      to: 'reducing',
      on: { outcome: 'reduce' },
    },
    { key: 'refuse', name: 'Rejected', from: 'security_review', to: 'rejected', on: { outcome: 'reject' } },
    { key: 'reduced', from: 'reducing', to: 'granting' },
    { key: 'made', from: 'granting', to: 'announcing' },
    { key: 'told', from: 'announcing', to: 'granted' },
  ],
};
