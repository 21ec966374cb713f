import { define } from '@/lib/engine/definition/define';
import { call, mailToRequester } from './parts';

/** A text is read, mended until it is good, and published on its day. */
export const contentPublishing = define({
  key: 'content-publishing',
  name: 'Content publishing',
  description: 'Have a text read and released, and publish it at the hour that was chosen.',
  subject: { type: 'text' },
  input: {
    type: 'object',
    title: 'Text',
    properties: {
      title: { type: 'string', title: 'Title', minLength: 1, maxLength: 200 },
      link: { type: 'string', format: 'uri', title: 'Where the draft is' },
      publishAt: { type: 'string', format: 'date-time', title: 'To be published at' },
    },
    required: ['title', 'link', 'publishAt'],
    additionalProperties: false,
  },
  inputUi: { 'ui:order': ['title', 'link', 'publishAt'] },
  facts: [
    { label: 'Title', value: 'context.title' },
    { label: 'Published at', value: 'context.publishAt', format: 'datetime' },
  ],
  startableBy: ['employee'],
  maxAge: 'P180D',
  steps: [
    { key: 'start', type: 'START', name: 'Text handed in' },
    {
      key: 'in_review',
      type: 'USER_TASK',
      name: 'Reading it',
      title: 'Read “{{ context.title }}”',
      who: { roles: ['line_manager', 'compliance'] },
      facts: [{ label: 'Draft', value: 'context.link' }],
      form: {
        schema: {
          type: 'object',
          properties: { remarks: { type: 'string', title: 'Remarks', maxLength: 5000 } },
          additionalProperties: false,
        },
        ui: { remarks: { 'ui:widget': 'textarea' } },
      },
      outcomes: [
        { key: 'release', name: 'Release', kind: 'positive', reason: 'none' },
        { key: 'revise', name: 'Has to be revised', kind: 'neutral', reason: 'none' },
        { key: 'drop', name: 'Do not publish', kind: 'negative', reason: 'required' },
      ],
      due: { in: 'P4D' },
    },
    {
      key: 'revising',
      type: 'USER_TASK',
      name: 'Revising',
      title: 'Revise “{{ context.title }}”',
      who: { assignee: 'instance.requester.email', allowRequester: true },
      facts: [{ label: 'Remarks', value: 'context.tasks.in_review.remarks' }],
      outcomes: [
        { key: 'again', name: 'Hand in again', kind: 'positive', reason: 'none' },
        { key: 'withdraw', name: 'Withdraw', kind: 'negative', reason: 'optional' },
      ],
      due: { in: 'P14D' },
    },
    {
      key: 'until_its_day',
      type: 'WAIT_FOR_TIMER',
      name: 'Waiting for its hour',
      timer: { until: 'context.publishAt' },
    },
    {
      key: 'publishing',
      type: 'AUTOMATED',
      name: 'Publishing',
      activities: [
        call('publish', 'Publish the text', 'https://cms.example.com/publications', {
          body: { title: '{{ context.title }}', source: '{{ context.link }}' },
        }),
        mailToRequester('published_mail', '“{{ context.title }}” is published', 'your text is published.'),
      ],
    },
    { key: 'published', type: 'END', name: 'Published', outcome: 'published' },
    { key: 'dropped', type: 'END', name: 'Not published', outcome: 'rejected' },
    { key: 'withdrawn', type: 'END', name: 'Withdrawn', outcome: 'withdrawn' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'in_review' },
    { key: 'release', from: 'in_review', to: 'until_its_day', on: { outcome: 'release' } },
    { key: 'revise', from: 'in_review', to: 'revising', on: { outcome: 'revise' } },
    { key: 'drop', from: 'in_review', to: 'dropped', on: { outcome: 'drop' } },
    { key: 'again', from: 'revising', to: 'in_review', on: { outcome: 'again' } },
    { key: 'withdraw', from: 'revising', to: 'withdrawn', on: { outcome: 'withdraw' } },
    { key: 'its_day', from: 'until_its_day', to: 'publishing' },
    {
      key: 'stop',
      name: 'Stopped',
      from: 'until_its_day',
      to: 'in_review',
      on: { signal: 'stop_publication' },
    },
    { key: 'done', from: 'publishing', to: 'published' },
  ],
});
