import type { Definition } from '@/lib/engine/definition/schema';
import { contentPublishing } from './content-publishing';
import { contractReview } from './contract-review';
import { employeeOnboarding } from './employee-onboarding';
import { incidentResponse } from './incident-response';
import { invoiceApproval } from './invoice-approval';
import { leaveRequest } from './leave-request';
import { loanApplication } from './loan-application';
import { orderCheckout } from './order-checkout';
import { purchaseOrder } from './purchase-order';
import { returnAndRefund } from './return-and-refund';

/** Processes that a new one can begin as, by name. Roles and addresses of other systems are there to be replaced. */
export const templates: readonly Definition[] = [
  contentPublishing,
  contractReview,
  employeeOnboarding,
  incidentResponse,
  invoiceApproval,
  leaveRequest,
  loanApplication,
  orderCheckout,
  purchaseOrder,
  returnAndRefund,
];
