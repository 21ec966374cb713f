import { define } from '@/lib/engine/definition/define';
import { call } from './parts';

/** A disturbance in operation: somebody has to take it within minutes, or it goes higher; it ends with what was learned. */
export const incidentResponse = define({
  key: 'incident-response',
  name: 'Incident response',
  description: 'Take, mend and review a disturbance. What nobody takes in time goes higher by itself.',
  subject: { type: 'incident' },
  input: {
    type: 'object',
    title: 'Incident',
    properties: {
      title: { type: 'string', title: 'What happens', minLength: 1, maxLength: 200 },
      severity: {
        type: 'string',
        title: 'Severity',
        oneOf: [
          { const: 'critical', title: 'Critical: nothing works' },
          { const: 'major', title: 'Major: many are hindered' },
          { const: 'minor', title: 'Minor' },
        ],
      },
      affected: { type: 'string', title: 'What is affected', maxLength: 500 },
    },
    required: ['title', 'severity'],
    additionalProperties: false,
  },
  inputUi: { 'ui:order': ['severity', 'title', 'affected'] },
  facts: [
    { label: 'What', value: 'context.title' },
    { label: 'Severity', value: 'context.severity' },
  ],
  startableBy: ['employee'],
  maxAge: 'P30D',
  steps: [
    { key: 'start', type: 'START', name: 'Reported' },
    { key: 'how_bad', type: 'DECISION', name: 'How bad?' },
    {
      key: 'alarming',
      type: 'AUTOMATED',
      name: 'Alarming who is on call',
      activities: [
        call('page', 'Page who is on call', 'https://alarm.example.com/pages', {
          body: { text: '{{ context.title }}', severity: '{{ context.severity }}' },
        }),
      ],
    },
    {
      key: 'triage',
      type: 'USER_TASK',
      name: 'Taking it',
      title: 'Take the incident: {{ context.title }}',
      who: { roles: ['it_security', 'support'], allowRequester: true },
      outcomes: [
        { key: 'take', name: 'I take it', kind: 'positive', reason: 'none' },
        { key: 'no_incident', name: 'This is no incident', kind: 'neutral', reason: 'required' },
      ],
      due: {
        in: 'PT30M',
        ladder: [
          {
            key: 'reminder',
            at: '-PT15M',
            action: 'remind',
            text: 'Nobody has taken {{ context.title }} yet.',
          },
          { key: 'higher', at: 'PT0S', action: 'escalate', to: { role: 'line_manager' } },
        ],
      },
      priority: 90,
    },
    {
      key: 'mending',
      type: 'USER_TASK',
      name: 'Mending it',
      title: 'Mend: {{ context.title }}',
      who: { roles: ['it_security', 'support'], allowRequester: true },
      form: {
        schema: {
          type: 'object',
          properties: {
            cause: { type: 'string', title: 'Cause', minLength: 1, maxLength: 2000 },
            remedy: { type: 'string', title: 'What mended it', minLength: 1, maxLength: 2000 },
          },
          required: ['cause', 'remedy'],
          additionalProperties: false,
        },
        ui: {
          'ui:order': ['cause', 'remedy'],
          cause: { 'ui:widget': 'textarea' },
          remedy: { 'ui:widget': 'textarea' },
        },
      },
      outcomes: [{ key: 'mended', name: 'Mended', kind: 'positive', reason: 'none' }],
      due: { in: 'P1D' },
      priority: 80,
    },
    { key: 'settling', type: 'WAIT_FOR_TIMER', name: 'Watching for a day', timer: { duration: 'P1D' } },
    {
      key: 'reviewing',
      type: 'USER_TASK',
      name: 'Review',
      title: 'What do we learn from: {{ context.title }}?',
      who: { roles: ['line_manager'], allowRequester: true },
      facts: [
        { label: 'Cause', value: 'context.tasks.mending.cause' },
        { label: 'Remedy', value: 'context.tasks.mending.remedy' },
      ],
      outcomes: [
        { key: 'close', name: 'Close it', kind: 'positive', reason: 'optional' },
        { key: 'again', name: 'It is not mended', kind: 'negative', reason: 'required' },
      ],
      due: { in: 'P5D' },
    },
    { key: 'closed', type: 'END', name: 'Closed', outcome: 'mended' },
    { key: 'dismissed', type: 'END', name: 'No incident', outcome: 'dismissed' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'how_bad' },
    { key: 'bad', name: 'Critical', from: 'how_bad', to: 'alarming', when: 'context.severity == "critical"' },
    { key: 'not_so_bad', name: 'Otherwise', from: 'how_bad', to: 'triage', default: true },
    { key: 'alarmed', from: 'alarming', to: 'triage' },
    { key: 'alarm_failed', name: 'The pager is away', from: 'alarming', to: 'triage', on: { error: true } },
    { key: 'taken', from: 'triage', to: 'mending', on: { outcome: 'take' } },
    { key: 'dismiss', from: 'triage', to: 'dismissed', on: { outcome: 'no_incident' } },
    { key: 'mended', from: 'mending', to: 'settling', on: { outcome: 'mended' } },
    {
      key: 'came_back',
      name: 'It came back',
      from: 'settling',
      to: 'mending',
      on: { signal: 'incident_returned' },
    },
    { key: 'quiet', name: 'Quiet', from: 'settling', to: 'reviewing' },
    { key: 'close', from: 'reviewing', to: 'closed', on: { outcome: 'close' } },
    { key: 'mend_again', from: 'reviewing', to: 'mending', on: { outcome: 'again' } },
  ],
});
