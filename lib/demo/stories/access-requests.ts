import { daniel, emma, marcus, priya, sofia, tom, type DemoAccount } from '@/lib/demo/accounts';
import { claims, decides, type Move, type Story } from '@/lib/demo/story';

type Wish = { person: string; system: string; level: string; purpose: string; until?: string };

function accessOf(
  by: DemoAccount,
  wish: Wish,
  [state, status]: [string, Story['status']],
  ...moves: Move[]
): Story {
  const subject = `${wish.person.split('@')[0]}/${wish.system}`;
  return { definition: 'access-request', by, subject, input: wish, moves, state, status };
}

/** Access requests in every situation. */
export const accessStories: readonly Story[] = [
  accessOf(
    emma,
    {
      person: emma.email,
      system: 'data_warehouse',
      level: 'read',
      purpose: 'Monthly figures for my customers, so that I need not ask for each report.',
    },
    ['manager_approval', 'waiting'],
  ),
  accessOf(
    emma,
    {
      person: 'lena.fuchs@northwind.example',
      system: 'crm',
      level: 'write',
      until: '2027-03-31',
      purpose: 'Lena replaces a colleague in sales until spring.',
    },
    ['manager_approval', 'waiting'],
    claims(marcus, 'manager_approval'),
  ),
  accessOf(
    tom,
    { person: tom.email, system: 'source_code', level: 'write', purpose: 'To correct help texts myself.' },
    ['information_needed', 'waiting'],
    decides(priya, 'manager_approval', 'ask', 'Would it not be enough to propose corrections?'),
  ),
  accessOf(
    sofia,
    {
      person: sofia.email,
      system: 'crm',
      level: 'admin',
      purpose: 'I set up the fields that our processes read and write.',
    },
    ['security_review', 'waiting'],
    decides(marcus, 'manager_approval', 'approve'),
  ),
  accessOf(
    emma,
    { person: emma.email, system: 'crm', level: 'write', purpose: 'I look after customers in the north.' },
    ['granted', 'completed'],
    decides(marcus, 'manager_approval', 'approve', 'Needed every day.'),
  ),
  accessOf(
    emma,
    {
      person: 'jonas.pohl@northwind.example',
      system: 'source_code',
      level: 'admin',
      until: '2026-12-31',
      purpose: 'Jonas reviews the shop’s security for two months.',
    },
    ['granted', 'completed'],
    decides(marcus, 'manager_approval', 'approve'),
    decides(daniel, 'security_review', 'reduce', 'A review needs reading only.', {
      conditions: 'From a company laptop only.',
    }),
  ),
  accessOf(
    tom,
    {
      person: 'agency@outside.example',
      system: 'payroll',
      level: 'read',
      purpose: 'The agency wants to see the working hours of its people.',
    },
    ['rejected', 'completed'],
    decides(marcus, 'manager_approval', 'approve', 'Sounds reasonable to me.'),
    decides(
      daniel,
      'security_review',
      'reject',
      'Nobody outside the company sees payroll; send them a report.',
    ),
  ),
  accessOf(
    emma,
    {
      person: priya.email,
      system: 'payroll',
      level: 'read',
      purpose: 'Priya checks the travel expenses that are paid with the salary.',
    },
    ['granting', 'waiting'],
    decides(marcus, 'manager_approval', 'approve'),
    decides(tom, 'security_review', 'approve', 'Part of her work.', {
      conditions: 'Reports of expenses only.',
    }),
  ),
  accessOf(
    sofia,
    {
      person: 'trainee@northwind.example',
      system: 'data_warehouse',
      level: 'write',
      purpose: 'Our trainee prepares the yearly report.',
    },
    ['withdrawn', 'completed'],
    decides(priya, 'manager_approval', 'ask', 'Why writing? Reports only need reading.'),
    decides(sofia, 'information_needed', 'withdraw', 'Reading is enough; I ask again.'),
  ),
];
