import { permissions, type Permission } from '@/lib/people/permissions';

export type DemoRole = {
  readonly key: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
};

/** What the demo's people may do. A role without permissions names who decides a task. */
export const demoRoles: readonly DemoRole[] = [
  { key: 'employee', name: 'Employee', permissions: ['instances.start'] },
  { key: 'line_manager', name: 'Line manager', permissions: [] },
  { key: 'refund_approver', name: 'Refund approver', permissions: [] },
  { key: 'finance', name: 'Finance', permissions: [] },
  { key: 'purchasing', name: 'Purchasing', permissions: [] },
  { key: 'compliance', name: 'Compliance', permissions: [] },
  { key: 'it_security', name: 'IT security', permissions: [] },
  { key: 'claims_handler', name: 'Claims handler', permissions: [] },
  { key: 'claims_manager', name: 'Claims manager', permissions: [] },
  {
    key: 'support',
    name: 'Support',
    permissions: ['definitions.read', 'instances.read_all', 'instances.repair'],
  },
  {
    key: 'process_designer',
    name: 'Process designer',
    permissions: ['definitions.read', 'definitions.edit', 'definitions.publish'],
  },
  { key: 'administrator', name: 'Administrator', permissions },
];
