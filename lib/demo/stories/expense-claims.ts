import { daniel, emma, marcus, priya, sofia, tom, type DemoAccount } from '@/lib/demo/accounts';
import { claims, decides, type Move, type Story } from '@/lib/demo/story';
import type { JsonObject } from '@/lib/engine/json';

let number = 300;

function expensesOf(
  by: DemoAccount,
  input: JsonObject,
  [state, status]: [string, Story['status']],
  ...moves: Move[]
): Story {
  number += 1;
  return { definition: 'expense-claim', by, subject: `EX-${number}`, input, moves, state, status };
}

function item(date: string, kind: string, description: string, amount: number, receipt = true): JsonObject {
  return { date, kind, description, amount, receipt };
}

/** Expense claims in every situation. */
export const expenseStories: readonly Story[] = [
  expensesOf(
    emma,
    {
      purpose: 'Parking at the Hanover fair',
      costCentre: 'sales',
      items: [item('2026-11-04', 'travel', 'Parking, two days', 38)],
    },
    ['paid', 'completed'],
  ),
  expensesOf(
    emma,
    {
      purpose: 'Visit to Brightwater in Lyon',
      costCentre: 'sales',
      items: [
        item('2026-11-10', 'travel', 'Train Frankfurt–Lyon and back', 248.8),
        item('2026-11-10', 'hotel', 'One night', 142),
        item('2026-11-11', 'meal', 'Dinner with the customer', 96.4),
      ],
      participants: [sofia.email],
    },
    ['manager_review', 'waiting'],
  ),
  expensesOf(
    tom,
    {
      purpose: 'Headsets for the support team',
      costCentre: 'operations',
      items: [item('2026-11-12', 'equipment', 'Six headsets', 414)],
    },
    ['manager_review', 'waiting'],
    claims(priya, 'manager_review'),
  ),
  expensesOf(
    sofia,
    {
      purpose: 'Workshop in Milan',
      costCentre: 'operations',
      items: [item('2026-10-28', 'meal', 'Lunch for nine', 231, false)],
    },
    ['correction_needed', 'waiting'],
    decides(marcus, 'manager_review', 'send_back', 'The receipt is missing. Ask the restaurant for a copy.'),
  ),
  expensesOf(
    emma,
    {
      purpose: 'Customer day in Hamburg',
      costCentre: 'sales',
      items: [item('2026-10-20', 'meal', 'Catering', 640, false)],
    },
    ['manager_review', 'waiting'],
    decides(marcus, 'manager_review', 'send_back', 'Please split food and drinks, and add the receipt.'),
    decides(emma, 'correction_needed', 'send', undefined, {
      items: [
        item('2026-10-20', 'meal', 'Catering, food', 480),
        item('2026-10-20', 'meal', 'Catering, drinks', 160),
      ],
      note: 'Split as asked; both receipts are there now.',
    }),
  ),
  expensesOf(
    daniel,
    {
      purpose: 'Two monitors for the meeting room',
      costCentre: 'it',
      items: [item('2026-11-02', 'equipment', 'Two 55-inch monitors', 2380)],
    },
    ['finance_review', 'waiting'],
    decides(marcus, 'manager_review', 'approve'),
  ),
  expensesOf(
    emma,
    {
      purpose: 'Trade fair in Paris',
      costCentre: 'sales',
      items: [
        item('2026-09-15', 'hotel', 'Four nights, two rooms', 1720),
        item('2026-09-15', 'travel', 'Train and taxi', 512.6),
      ],
    },
    ['paid', 'completed'],
    decides(marcus, 'manager_review', 'approve', 'As planned.'),
    decides(priya, 'finance_review', 'approve'),
  ),
  expensesOf(
    tom,
    {
      purpose: 'Coffee machine',
      costCentre: 'operations',
      items: [item('2026-10-05', 'equipment', 'Coffee machine for the desk', 189)],
    },
    ['rejected', 'completed'],
    decides(marcus, 'manager_review', 'reject', 'There is a kitchen on every floor.'),
  ),
  expensesOf(
    sofia,
    {
      purpose: 'Printed guides for the autumn campaign',
      costCentre: 'marketing',
      items: [item('2026-10-30', 'other', 'Two thousand guides', 1850)],
    },
    ['budget_review', 'waiting'],
    decides(marcus, 'manager_review', 'approve', 'Agreed in the campaign plan.'),
  ),
  expensesOf(
    emma,
    {
      purpose: 'Photos of the new collection',
      costCentre: 'marketing',
      items: [item('2026-10-12', 'other', 'Photographer, one day', 1400)],
    },
    ['paid', 'completed'],
    decides(marcus, 'manager_review', 'approve'),
    decides(priya, 'budget_review', 'pay_anyway', 'Covered by the reserve of the fourth quarter.'),
  ),
  expensesOf(
    tom,
    {
      purpose: 'Training on the new telephone system',
      costCentre: 'operations',
      items: [item('2026-10-22', 'travel', 'Train to Cologne', 118, false)],
    },
    ['withdrawn', 'completed'],
    decides(marcus, 'manager_review', 'send_back', 'Was this not booked by the travel desk?'),
    decides(tom, 'correction_needed', 'withdraw', 'Right, it was on the company card.'),
  ),
];
