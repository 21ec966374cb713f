import type { Json } from '@/lib/engine/json';

export type DemoRule = {
  readonly key: string;
  readonly description: string;
  readonly value: Json;
  /** ISO 8601 in UTC; from this instant on. */
  readonly effectiveFrom: string;
  /** Up to, and not including; null: until further notice. */
  readonly effectiveTo: string | null;
};

const always = { effectiveFrom: '2020-01-01T00:00:00Z', effectiveTo: null } as const;
const raisedAt = '2026-01-01T00:00:00Z';

/** The demo's limits. Two of them were raised at the start of 2026: a decision's history names the version that it used. */
export const demoRules: readonly DemoRule[] = [
  {
    key: 'refund_limit',
    description: 'Refunds up to this amount (EUR) are paid without approval.',
    value: 250,
    effectiveFrom: always.effectiveFrom,
    effectiveTo: raisedAt,
  },
  {
    key: 'refund_limit',
    description: 'Refunds up to this amount (EUR) are paid without approval.',
    value: 500,
    effectiveFrom: raisedAt,
    effectiveTo: null,
  },
  {
    key: 'refund_finance_limit',
    description: 'Refunds above this amount (EUR) need Finance as well.',
    value: 5_000,
    ...always,
  },
  {
    key: 'refund_risk_limit',
    description: 'Refunds with this risk score (0 to 100) or more are always approved by a person.',
    value: 40,
    ...always,
  },
  {
    key: 'expense_auto_limit',
    description: 'Expense claims up to this amount (EUR), with all receipts, are paid without approval.',
    value: 50,
    effectiveFrom: always.effectiveFrom,
    effectiveTo: raisedAt,
  },
  {
    key: 'expense_auto_limit',
    description: 'Expense claims up to this amount (EUR), with all receipts, are paid without approval.',
    value: 100,
    effectiveFrom: raisedAt,
    effectiveTo: null,
  },
  {
    key: 'expense_finance_limit',
    description: 'Expense claims above this amount (EUR) need Finance as well.',
    value: 2_000,
    ...always,
  },
  {
    key: 'expense_authority',
    description: 'The largest expense claim (EUR) that Finance may decide alone.',
    value: 25_000,
    ...always,
  },
  {
    key: 'sensitive_systems',
    description: 'Systems for which IT security approves every access.',
    value: ['payroll', 'source_code'],
    ...always,
  },
  {
    key: 'supplier_risk_limit',
    description: 'Suppliers with this risk score (0 to 100) or more go to Compliance.',
    value: 60,
    ...always,
  },
  {
    key: 'company_register_url',
    description:
      'Address of the company register. The demo’s leads nowhere, so companies are looked up by hand.',
    value: 'https://register.invalid/companies',
    ...always,
  },
  {
    key: 'claim_manager_limit',
    description: 'Claims above this amount (EUR) need a claims manager.',
    value: 3_000,
    ...always,
  },
  {
    key: 'inspection_partner_url',
    description:
      'Address of the inspection partner. The demo’s leads nowhere: see how such a failure is repaired.',
    value: 'https://inspections.invalid/orders',
    ...always,
  },
];
