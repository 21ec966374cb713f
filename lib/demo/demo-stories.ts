import type { Story } from './story';
import { accessStories } from './stories/access-requests';
import { expenseStories } from './stories/expense-claims';
import { insuranceStories } from './stories/insurance-claims';
import { refundStories } from './stories/refunds';
import { supplierStories } from './stories/suppliers';

/** All requests of the demo. */
export const demoStories: readonly Story[] = [
  ...refundStories,
  ...expenseStories,
  ...accessStories,
  ...supplierStories,
  ...insuranceStories,
];
