import type { Activity } from '@/lib/engine/definition/activity-schema';
import { define } from '@/lib/engine/definition/define';
import { call, mailToRequester } from './parts';

const person = {
  name: '{{ context.name }}',
  mail: '{{ context.email }}',
  team: '{{ context.team }}',
};

/** Makes somebody known to one system, and says how to take that back. */
function enter(system: string, name: string): Activity {
  return call(`enter_${system}`, `Enter in ${name}`, `https://${system}.example.com/people`, {
    body: person,
    compensation: `leave_${system}`,
  });
}

function leave(system: string, name: string): Activity {
  return call(
    `leave_${system}`,
    `Remove from ${name}`,
    `https://${system}.example.com/people/{{ context.email }}`,
    {
      method: 'DELETE',
    },
  );
}

/** A new colleague is entered in five systems at once; when the contract falls through, all five are cleared again. */
export const employeeOnboarding = define({
  key: 'employee-onboarding',
  name: 'Employee onboarding',
  description:
    'Prepare the first day of a new colleague: accounts in five systems, a desk, a welcome. Undone when the person does not come.',
  subject: { type: 'person', unique: true },
  input: {
    type: 'object',
    title: 'New colleague',
    properties: {
      name: { type: 'string', title: 'Name', minLength: 1, maxLength: 120 },
      email: { type: 'string', format: 'email', title: 'Future e-mail address' },
      team: { type: 'string', title: 'Team', minLength: 1, maxLength: 80 },
      firstDay: { type: 'string', format: 'date', title: 'First day' },
    },
    required: ['name', 'email', 'team', 'firstDay'],
    additionalProperties: false,
  },
  inputUi: { 'ui:order': ['name', 'email', 'team', 'firstDay'] },
  facts: [
    { label: 'Name', value: 'context.name' },
    { label: 'First day', value: 'context.firstDay', format: 'date' },
  ],
  startableBy: ['employee'],
  maxAge: 'P180D',
  steps: [
    { key: 'start', type: 'START', name: 'Contract signed' },
    { key: 'systems', type: 'PARALLEL_FORK', name: 'Entering in the systems' },
    {
      key: 'in_hr',
      type: 'AUTOMATED',
      name: 'Personnel file',
      activities: [enter('hr', 'the personnel file')],
    },
    {
      key: 'in_directory',
      type: 'AUTOMATED',
      name: 'Directory',
      activities: [enter('directory', 'the directory')],
    },
    { key: 'in_mail', type: 'AUTOMATED', name: 'Mailbox', activities: [enter('mail', 'the mail system')] },
    { key: 'in_payroll', type: 'AUTOMATED', name: 'Payroll', activities: [enter('payroll', 'payroll')] },
    {
      key: 'in_access',
      type: 'AUTOMATED',
      name: 'Door access',
      activities: [enter('access', 'door access')],
    },
    { key: 'entered', type: 'PARALLEL_JOIN', name: 'Entered everywhere', fork: 'systems' },
    {
      key: 'workplace',
      type: 'USER_TASK',
      name: 'Workplace',
      title: 'Prepare a workplace for {{ context.name }}',
      who: { roles: ['it_security'], allowRequester: true },
      form: {
        schema: {
          type: 'object',
          properties: { desk: { type: 'string', title: 'Desk', minLength: 1, maxLength: 40 } },
          required: ['desk'],
          additionalProperties: false,
        },
      },
      outcomes: [{ key: 'ready', name: 'Ready', kind: 'positive', reason: 'none' }],
      due: { in: 'P5D' },
    },
    {
      key: 'until_first_day',
      type: 'WAIT_FOR_TIMER',
      name: 'Until the first day',
      timer: { until: 'context.firstDay' },
    },
    {
      key: 'first_day',
      type: 'USER_TASK',
      name: 'First day',
      title: 'Welcome {{ context.name }}',
      who: { roles: ['line_manager'], allowRequester: true },
      facts: [{ label: 'Desk', value: 'context.tasks.workplace.desk' }],
      outcomes: [
        { key: 'came', name: 'Is here', kind: 'positive', reason: 'none' },
        { key: 'did_not_come', name: 'Did not come', kind: 'negative', reason: 'required' },
      ],
      due: { in: 'P3D' },
    },
    { key: 'clearing', type: 'COMPENSATE', name: 'Clearing everything' },
    {
      key: 'welcoming',
      type: 'AUTOMATED',
      name: 'Telling the team',
      activities: [
        mailToRequester(
          'welcome_mail',
          '{{ context.name }} has arrived',
          '{{ context.name }} is in the team {{ context.team }} now.',
        ),
      ],
    },
    { key: 'arrived', type: 'END', name: 'Arrived', outcome: 'arrived' },
    { key: 'not_arrived', type: 'END', name: 'Did not come', outcome: 'withdrawn' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'systems' },
    { key: 'to_hr', from: 'systems', to: 'in_hr' },
    { key: 'to_directory', from: 'systems', to: 'in_directory' },
    { key: 'to_mail', from: 'systems', to: 'in_mail' },
    { key: 'to_payroll', from: 'systems', to: 'in_payroll' },
    { key: 'to_access', from: 'systems', to: 'in_access' },
    { key: 'hr_done', from: 'in_hr', to: 'entered' },
    { key: 'directory_done', from: 'in_directory', to: 'entered' },
    { key: 'mail_done', from: 'in_mail', to: 'entered' },
    { key: 'payroll_done', from: 'in_payroll', to: 'entered' },
    { key: 'access_done', from: 'in_access', to: 'entered' },
    { key: 'all_entered', from: 'entered', to: 'workplace' },
    { key: 'prepared', from: 'workplace', to: 'until_first_day', on: { outcome: 'ready' } },
    { key: 'the_day', from: 'until_first_day', to: 'first_day' },
    {
      key: 'cancelled',
      name: 'Contract falls through',
      from: 'until_first_day',
      to: 'clearing',
      on: { signal: 'contract_cancelled' },
    },
    { key: 'came', from: 'first_day', to: 'welcoming', on: { outcome: 'came' } },
    { key: 'did_not_come', from: 'first_day', to: 'clearing', on: { outcome: 'did_not_come' } },
    { key: 'told', from: 'welcoming', to: 'arrived' },
    { key: 'cleared', from: 'clearing', to: 'not_arrived' },
  ],
  compensations: [
    leave('hr', 'the personnel file'),
    leave('directory', 'the directory'),
    leave('mail', 'the mail system'),
    leave('payroll', 'payroll'),
    leave('access', 'door access'),
  ],
});
