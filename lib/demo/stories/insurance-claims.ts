import { emma, marcus, sofia, tom, type DemoAccount } from '@/lib/demo/accounts';
import { claims, decides, type Move, type Story } from '@/lib/demo/story';
import type { JsonObject } from '@/lib/engine/json';

type Damage = {
  policyNumber: string;
  insured: string;
  kind: string;
  happenedOn: string;
  description: string;
  estimate: number;
  injured?: boolean;
  documents: JsonObject[];
};

let number = 7000;

function claimOf(
  by: DemoAccount,
  damage: Damage,
  [state, status]: [string, Story['status']],
  ...moves: Move[]
): Story {
  number += 1;
  return { definition: 'insurance-claim', by, subject: `CL-${number}`, input: damage, moves, state, status };
}

const papers = (...references: string[]): JsonObject[] =>
  references.map((reference) => ({
    kind: reference.split(':')[0] ?? '',
    reference: reference.split(':')[1] ?? '',
  }));

/** Insurance claims in every situation; the one whose inspection could not be ordered waits for support. */
export const insuranceStories: readonly Story[] = [
  claimOf(
    emma,
    {
      policyNumber: 'KF-204418',
      insured: 'Greta Sommer',
      kind: 'car',
      happenedOn: '2026-11-17',
      description: 'Backed into a bollard in a car park; the rear bumper is broken.',
      estimate: 1350,
      documents: papers('photos:D-88120', 'estimate:D-88121'),
    },
    ['assessment', 'waiting'],
  ),
  claimOf(
    emma,
    {
      policyNumber: 'HR-118203',
      insured: 'Familie Öztürk',
      kind: 'home',
      happenedOn: '2026-11-20',
      description: 'A hose of the washing machine burst and flooded kitchen and hall.',
      estimate: 4200,
      documents: papers('photos:D-88133'),
    },
    ['documents_needed', 'waiting'],
  ),
  claimOf(
    emma,
    {
      policyNumber: 'RS-300917',
      insured: 'Piet de Vries',
      kind: 'travel',
      happenedOn: '2026-11-08',
      description: 'Broke an ankle while skiing and had to fly home early.',
      estimate: 2100,
      injured: true,
      documents: papers('booking:D-88090', 'invoice:D-88091'),
    },
    ['assessment', 'waiting'],
    decides(emma, 'documents_needed', 'send', undefined, {
      documents: papers('booking:D-88090', 'invoice:D-88091', 'medical_report:D-88152'),
    }),
    claims(tom, 'assessment'),
  ),
  claimOf(
    sofia,
    {
      policyNumber: 'HR-100455',
      insured: 'Bakery Lindner',
      kind: 'home',
      happenedOn: '2026-11-02',
      description: 'A storm tore off a part of the roof; rain damaged the store room.',
      estimate: 9800,
      documents: papers('photos:D-87990', 'invoice:D-88004'),
    },
    ['manager_review', 'waiting'],
    decides(tom, 'assessment', 'accept', 'Weather reports confirm the storm.', {
      payable: 9150,
      cause: 'nature',
    }),
  ),
  claimOf(
    emma,
    {
      policyNumber: 'KF-198822',
      insured: 'Ines Caldeira',
      kind: 'car',
      happenedOn: '2026-10-12',
      description: 'A stone broke the windscreen on the motorway.',
      estimate: 640,
      documents: papers('photos:D-87511', 'estimate:D-87512'),
    },
    ['paid', 'completed'],
    decides(tom, 'assessment', 'accept', undefined, { cause: 'third_party' }),
  ),
  claimOf(
    emma,
    {
      policyNumber: 'KF-201190',
      insured: 'Taxi Brunner',
      kind: 'car',
      happenedOn: '2026-09-28',
      description: 'Collision at a crossing; the other driver ran a red light.',
      estimate: 7400,
      documents: papers('photos:D-87300', 'estimate:D-87301', 'police_report:D-87315'),
    },
    ['paid', 'completed'],
    decides(tom, 'assessment', 'accept', 'Proven by the police report.', { cause: 'third_party' }),
    decides(marcus, 'manager_review', 'reassess', 'Does the estimate include the loss of income?'),
    decides(tom, 'assessment', 'accept', 'It does not; claimed separately.', {
      payable: 7400,
      cause: 'third_party',
    }),
    decides(marcus, 'manager_review', 'release'),
  ),
  claimOf(
    sofia,
    {
      policyNumber: 'RS-300555',
      insured: 'Karl Adler',
      kind: 'travel',
      happenedOn: '2026-10-01',
      description: 'Missed the flight because the alarm clock did not ring.',
      estimate: 480,
      documents: papers('booking:D-87620', 'invoice:D-87621'),
    },
    ['refused', 'completed'],
    decides(tom, 'assessment', 'refuse', 'Oversleeping is not insured.', { cause: 'own_fault' }),
  ),
  claimOf(
    emma,
    {
      policyNumber: 'HR-109871',
      insured: 'Maja Nowak',
      kind: 'home',
      happenedOn: '2026-10-19',
      description: 'A bicycle was stolen from the cellar.',
      estimate: 890,
      documents: papers('photos:D-87777'),
    },
    ['withdrawn', 'completed'],
    decides(emma, 'documents_needed', 'withdraw', 'The bicycle was found.'),
  ),
  claimOf(
    emma,
    {
      policyNumber: 'KF-204001',
      insured: 'Rasmus Dahl',
      kind: 'car',
      happenedOn: '2026-11-11',
      description: 'Hail damaged roof and bonnet while the car stood outside.',
      estimate: 5200,
      documents: papers('photos:D-88044', 'estimate:D-88045'),
    },
    ['ordering_inspection', 'needs_attention'],
    decides(tom, 'assessment', 'inspect', 'The photos show less than the estimate says.'),
  ),
];
