import type { Transition } from '@/lib/engine/definition/schema';

export const transitions: Transition[] = [
  { key: 'begin', from: 'start', to: 'register_lookup' },
  { key: 'answered', from: 'register_lookup', to: 'scoring' },
  { key: 'no_answer', name: 'No answer', from: 'register_lookup', to: 'manual_check', on: { error: true } },
  { key: 'found', name: 'Exists', from: 'manual_check', to: 'scoring', on: { outcome: 'found' } },
  {
    key: 'not_found',
    name: 'Does not exist',
    from: 'manual_check',
    to: 'rejected',
    on: { outcome: 'not_found' },
  },
  { key: 'scored', from: 'scoring', to: 'risk_check' },
  {
    key: 'risky',
    name: 'Risky',
    from: 'risk_check',
    to: 'compliance_review',
    when: 'context.activities.risk.output.score >= rules.supplier_risk_limit || context.personalData == true',
  },
  { key: 'harmless', name: 'Not risky', from: 'risk_check', to: 'finance_setup', default: true },
  {
    key: 'accept',
    name: 'Accepted',
    from: 'compliance_review',
    to: 'finance_setup',
    on: { outcome: 'accept' },
  },
  { key: 'reject', name: 'Rejected', from: 'compliance_review', to: 'rejected', on: { outcome: 'reject' } },
  { key: 'set_up', name: 'Set up', from: 'finance_setup', to: 'entering', on: { outcome: 'set_up' } },
  {
    key: 'wrong_account',
    name: 'Wrong account',
    from: 'finance_setup',
    to: 'account_needed',
    on: { outcome: 'wrong_account' },
  },
  { key: 'send', name: 'Corrected', from: 'account_needed', to: 'finance_setup', on: { outcome: 'send' } },
  { key: 'give_up', name: 'Given up', from: 'account_needed', to: 'given_up', on: { outcome: 'give_up' } },
  { key: 'entered', from: 'entering', to: 'announcing' },
  { key: 'told', from: 'announcing', to: 'onboarded' },
];
