import type { Definition } from '@/lib/engine/definition/schema';
import { accessRequest } from './definitions/access-request';
import { expenseClaim } from './definitions/expense-claim';
import { insuranceClaim } from './definitions/insurance-claim';
import { refund } from './definitions/refund';
import { supplierOnboarding } from './definitions/supplier-onboarding';

/** The demo's five processes, in the order in which they are published. */
export const demoDefinitions: readonly Definition[] = [
  refund,
  expenseClaim,
  accessRequest,
  supplierOnboarding,
  insuranceClaim,
];
