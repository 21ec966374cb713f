import { define } from '@/lib/engine/definition/define';
import { approve, mailToRequester, reject } from './parts';

/** Days off: the manager decides, a substitute is asked where one is named. */
export const leaveRequest = define({
  key: 'leave-request',
  name: 'Leave request',
  description: 'Ask for days off. A named substitute agrees first, then the manager decides.',
  subject: { type: 'leave' },
  input: {
    type: 'object',
    title: 'Leave',
    properties: {
      firstDay: { type: 'string', format: 'date', title: 'First day' },
      lastDay: { type: 'string', format: 'date', title: 'Last day' },
      days: { type: 'number', title: 'Working days', minimum: 0.5, maximum: 60 },
      kind: {
        type: 'string',
        title: 'Kind',
        oneOf: [
          { const: 'vacation', title: 'Vacation' },
          { const: 'special', title: 'Special leave' },
          { const: 'unpaid', title: 'Unpaid leave' },
        ],
      },
      substitute: { type: 'string', format: 'email', title: 'Substitute’s e-mail address' },
      remark: { type: 'string', title: 'Remark', maxLength: 1000 },
    },
    required: ['firstDay', 'lastDay', 'days', 'kind'],
    additionalProperties: false,
  },
  inputUi: { 'ui:order': ['kind', 'firstDay', 'lastDay', 'days', 'substitute', 'remark'] },
  facts: [
    { label: 'First day', value: 'context.firstDay', format: 'date' },
    { label: 'Last day', value: 'context.lastDay', format: 'date' },
    { label: 'Days', value: 'context.days', format: 'number' },
  ],
  startableBy: ['employee'],
  maxAge: 'P60D',
  steps: [
    { key: 'start', type: 'START', name: 'Leave requested' },
    { key: 'substitute_named', type: 'DECISION', name: 'Substitute named?' },
    {
      key: 'with_substitute',
      type: 'USER_TASK',
      name: 'Substitute agrees',
      title: 'Stand in for {{ instance.requester.name }} from {{ context.firstDay }}',
      who: { assignee: 'context.substitute' },
      outcomes: [
        { key: 'agree', name: 'I stand in', kind: 'positive', reason: 'none' },
        { key: 'decline', name: 'I cannot', kind: 'negative', reason: 'optional' },
      ],
      due: { in: 'P3D' },
    },
    {
      key: 'in_review',
      type: 'USER_TASK',
      name: 'Manager decides',
      title: '{{ context.days }} days off for {{ instance.requester.name }}',
      who: { roles: ['line_manager'] },
      facts: [
        { label: 'First day', value: 'context.firstDay', format: 'date' },
        { label: 'Last day', value: 'context.lastDay', format: 'date' },
        { label: 'Kind', value: 'context.kind' },
        { label: 'Remark', value: 'context.remark' },
      ],
      outcomes: [approve, reject],
      due: {
        in: 'P5D',
        ladder: [{ key: 'reminder', at: '-P1D', action: 'remind', text: 'Tomorrow this request is due.' }],
      },
    },
    {
      key: 'telling_approved',
      type: 'AUTOMATED',
      name: 'Telling the requester',
      activities: [
        mailToRequester(
          'approved_mail',
          'Your leave from {{ context.firstDay }} is approved',
          'your leave from {{ context.firstDay }} to {{ context.lastDay }} is approved.',
        ),
      ],
    },
    {
      key: 'telling_rejected',
      type: 'AUTOMATED',
      name: 'Telling the requester',
      activities: [
        mailToRequester(
          'rejected_mail',
          'Your leave from {{ context.firstDay }} was not approved',
          'your leave from {{ context.firstDay }} was not approved. You find the reason in the history of your request.',
        ),
      ],
    },
    { key: 'approved', type: 'END', name: 'Approved', outcome: 'approved' },
    { key: 'rejected', type: 'END', name: 'Rejected', outcome: 'rejected' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'substitute_named' },
    {
      key: 'ask_substitute',
      name: 'Somebody is named',
      from: 'substitute_named',
      to: 'with_substitute',
      when: 'context.substitute != null',
    },
    { key: 'no_substitute', name: 'Nobody', from: 'substitute_named', to: 'in_review', default: true },
    { key: 'agreed', from: 'with_substitute', to: 'in_review', on: { outcome: 'agree' } },
    { key: 'declined', from: 'with_substitute', to: 'telling_rejected', on: { outcome: 'decline' } },
    { key: 'approve', from: 'in_review', to: 'telling_approved', on: { outcome: 'approve' } },
    { key: 'reject', from: 'in_review', to: 'telling_rejected', on: { outcome: 'reject' } },
    { key: 'told_approved', from: 'telling_approved', to: 'approved' },
    { key: 'told_rejected', from: 'telling_rejected', to: 'rejected' },
  ],
});
