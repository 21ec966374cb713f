/** A person of the demo; the sign-in page offers them in demo mode only. */
export type DemoAccount = {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  /** What the person is, as the sign-in page shows it. */
  readonly title: string;
  /** Keys of `demoRoles`. */
  readonly roles: readonly string[];
  /** IANA zone in which times are shown to this person. */
  readonly timeZone: string;
};

const password = 'interlock-demo';
const timeZone = 'Europe/Berlin';

export const emma = {
  email: 'emma.lindqvist@northwind.example',
  name: 'Emma Lindqvist',
  password,
  title: 'Sales representative: starts requests',
  roles: ['employee'],
  timeZone,
} as const satisfies DemoAccount;

export const marcus = {
  email: 'marcus.reyes@northwind.example',
  name: 'Marcus Reyes',
  password,
  title: 'Customer care manager: approves refunds and claims',
  roles: ['employee', 'refund_approver', 'line_manager', 'claims_manager'],
  timeZone,
} as const satisfies DemoAccount;

export const priya = {
  email: 'priya.nair@northwind.example',
  name: 'Priya Nair',
  password,
  title: 'Head of finance: checks large amounts',
  roles: ['employee', 'finance', 'refund_approver', 'line_manager', 'compliance'],
  timeZone: 'Europe/London',
} as const satisfies DemoAccount;

export const tom = {
  email: 'tom.okafor@northwind.example',
  name: 'Tom Okafor',
  password,
  title: 'Support: finds and repairs requests, handles claims',
  roles: ['employee', 'support', 'claims_handler', 'it_security'],
  timeZone,
} as const satisfies DemoAccount;

export const sofia = {
  email: 'sofia.marchetti@northwind.example',
  name: 'Sofia Marchetti',
  password,
  title: 'Process designer: draws and publishes processes',
  roles: ['employee', 'process_designer', 'purchasing', 'compliance'],
  timeZone: 'Europe/Rome',
} as const satisfies DemoAccount;

export const daniel = {
  email: 'daniel.weiss@northwind.example',
  name: 'Daniel Weiss',
  password,
  title: 'Administrator: people, roles, rules',
  roles: ['employee', 'administrator', 'it_security', 'compliance'],
  timeZone,
} as const satisfies DemoAccount;

/** The demo's six people, in the order in which the sign-in page shows them. */
export const demoAccounts: readonly DemoAccount[] = [emma, marcus, priya, tom, sofia, daniel];
