import { emma, marcus, priya, sofia, tom, type DemoAccount } from '@/lib/demo/accounts';
import { cancels, claims, decides, type Move, type Story } from '@/lib/demo/story';

type Order = {
  number: string;
  customer: string;
  amount: number;
  reason: string;
  details?: string;
  newCustomer?: boolean;
};

function refundOf(
  by: DemoAccount,
  { number, ...more }: Order,
  [state, status]: [string, Story['status']],
  ...moves: Move[]
): Story {
  return {
    definition: 'refund',
    by,
    subject: number,
    input: { orderNumber: number, ...more },
    moves,
    state,
    status,
  };
}

/** Refunds in every situation. */
export const refundStories: readonly Story[] = [
  refundOf(emma, { number: '2026-10388', customer: 'Hotel Seeblick', amount: 129.9, reason: 'damaged' }, [
    'refunded',
    'completed',
  ]),
  refundOf(tom, { number: '2026-10391', customer: 'Arne Holm', amount: 44.5, reason: 'returned' }, [
    'refunded',
    'completed',
  ]),
  refundOf(
    emma,
    {
      number: '2026-10417',
      customer: 'Brightwater Ltd',
      amount: 1240,
      reason: 'wrong_item',
      details: 'Twelve chairs in oak were ordered, beech was delivered. The customer keeps none of them.',
    },
    ['in_review', 'waiting'],
  ),
  refundOf(
    sofia,
    { number: '2026-10420', customer: 'Café Mirabelle', amount: 315, reason: 'damaged', newCustomer: true },
    ['in_review', 'waiting'],
  ),
  refundOf(
    emma,
    { number: '2026-10422', customer: 'Studio Kessler', amount: 890, reason: 'not_delivered' },
    ['in_review', 'waiting'],
    claims(marcus, 'in_review'),
  ),
  refundOf(
    emma,
    { number: '2026-10402', customer: 'Janssen & Sons', amount: 2300, reason: 'goodwill' },
    ['information_needed', 'waiting'],
    decides(marcus, 'in_review', 'ask', 'What was agreed with the customer, and by whom?'),
  ),
  refundOf(
    emma,
    { number: '2026-10399', customer: 'Pension Alpenblick', amount: 760, reason: 'damaged' },
    ['in_review', 'waiting'],
    decides(priya, 'in_review', 'ask', 'Please add the number of the damage report.'),
    decides(emma, 'information_needed', 'send', undefined, {
      details: 'Two wardrobes were scratched on delivery; the driver has confirmed it.',
      receiptNumber: 'DR-5512',
    }),
  ),
  refundOf(
    emma,
    { number: '2026-10375', customer: 'Gasthof zur Post', amount: 1180, reason: 'returned' },
    ['refunded', 'completed'],
    decides(marcus, 'in_review', 'approve', 'The goods came back complete and in time.'),
  ),
  refundOf(
    tom,
    { number: '2026-10380', customer: 'Nils Becker', amount: 980, reason: 'goodwill' },
    ['rejected', 'completed'],
    decides(marcus, 'in_review', 'reject', 'The customer has used the desk for eight months.'),
  ),
  refundOf(
    emma,
    { number: '2026-10409', customer: 'Riverside Clinic', amount: 7850, reason: 'not_delivered' },
    ['finance_review', 'waiting'],
    decides(marcus, 'in_review', 'approve', 'The carrier has confirmed that the truck never arrived.'),
  ),
  refundOf(
    emma,
    { number: '2026-10361', customer: 'Collège Saint-Exupéry', amount: 11200, reason: 'wrong_item' },
    ['refunded', 'completed'],
    decides(marcus, 'in_review', 'approve', 'Wrong height of all tables; our mistake.'),
    decides(priya, 'finance_review', 'release'),
  ),
  refundOf(
    emma,
    { number: '2026-10366', customer: 'Marlow Events', amount: 6400, reason: 'goodwill' },
    ['rejected', 'completed'],
    decides(marcus, 'in_review', 'approve', 'A good customer for ten years.'),
    decides(priya, 'finance_review', 'reject', 'The invoice is not paid yet: correct the invoice instead.'),
  ),
  refundOf(
    sofia,
    { number: '2026-10394', customer: 'Tilda Varga', amount: 540, reason: 'returned' },
    ['withdrawn', 'completed'],
    decides(marcus, 'in_review', 'ask', 'The parcel has not arrived here. Where is it?'),
    decides(sofia, 'information_needed', 'withdraw', 'The customer keeps the lamp after all.'),
  ),
  refundOf(
    emma,
    { number: '2026-10413', customer: 'Brightwater Ltd', amount: 1240, reason: 'wrong_item' },
    ['in_review', 'cancelled'],
    cancels(tom, 'in_review', 'Entered with the wrong order number; see the request for order 2026-10417.'),
  ),
];
