import { daniel, emma, priya, sofia, tom, type DemoAccount } from '@/lib/demo/accounts';
import { decides, type Move, type Story } from '@/lib/demo/story';
import type { JsonObject } from '@/lib/engine/json';

type Company = {
  company: string;
  country: string;
  vatNumber: string;
  delivers: string;
  yearlySpend: number;
  iban: string;
  personalData?: boolean;
};

function supplierOf(
  by: DemoAccount,
  company: Company,
  [state, status]: [string, Story['status']],
  ...moves: Move[]
): Story {
  const contactEmail = `office@${company.company.toLowerCase().replace(/[^a-z]+/g, '-')}.example`;
  const input: JsonObject = { ...company, contactEmail };
  return { definition: 'supplier-onboarding', by, subject: company.vatNumber, input, moves, state, status };
}

const found = (registeredName: string, registrationNumber: string) =>
  decides(sofia, 'manual_check', 'found', undefined, { registeredName, registrationNumber });

/** Suppliers in every situation. The company register of the demo never answers, so each is looked up by hand. */
export const supplierStories: readonly Story[] = [
  supplierOf(
    emma,
    {
      company: 'Holzwerk Brandt',
      country: 'DE',
      vatNumber: 'DE811907980',
      delivers: 'goods',
      yearlySpend: 18000,
      iban: 'DE75512108001245126199',
    },
    ['manual_check', 'waiting'],
  ),
  supplierOf(
    tom,
    {
      company: 'Cloudberry Analytics',
      country: 'US',
      vatNumber: 'US471234567',
      delivers: 'software',
      yearlySpend: 42000,
      iban: 'US00BANK0123456789',
      personalData: true,
    },
    ['compliance_review', 'waiting'],
    found('Cloudberry Analytics Inc.', 'DE-7720193'),
    decides(daniel, 'compliance_review', 'accept', 'A contract on data protection is signed.', {
      sanctionsChecked: true,
    }),
  ),
  supplierOf(
    emma,
    {
      company: 'Tessuti Bellini',
      country: 'IT',
      vatNumber: 'IT01234567890',
      delivers: 'goods',
      yearlySpend: 9000,
      iban: 'IT60X0542811101000000123456',
    },
    ['finance_setup', 'waiting'],
    found('Tessuti Bellini S.r.l.', 'MI-1893321'),
  ),
  supplierOf(
    emma,
    {
      company: 'Ateliers Moreau',
      country: 'FR',
      vatNumber: 'FR40303265045',
      delivers: 'services',
      yearlySpend: 15000,
      iban: 'FR1420041010050500013M02606',
    },
    ['account_needed', 'waiting'],
    found('Ateliers Moreau SAS', '303265045'),
    decides(priya, 'finance_setup', 'wrong_account', 'The account belongs to a private person.'),
  ),
  supplierOf(
    tom,
    {
      company: 'Pakt Logistyka',
      country: 'PL',
      vatNumber: 'PL5260001246',
      delivers: 'services',
      yearlySpend: 120000,
      iban: 'PL61109010140000071219812874',
    },
    ['onboarded', 'completed'],
    found('Pakt Logistyka sp. z o.o.', '0000412887'),
    decides(daniel, 'compliance_review', 'accept', undefined, { sanctionsChecked: true }),
    decides(sofia, 'compliance_review', 'accept', 'Visited in spring.', { sanctionsChecked: true }),
    decides(priya, 'finance_setup', 'wrong_account', 'One digit is wrong: the check number does not fit.'),
    decides(tom, 'account_needed', 'send', undefined, { iban: 'PL27114020040000300201355387' }),
    decides(priya, 'finance_setup', 'set_up', undefined, { paymentDays: 30, costCentre: 'operations' }),
  ),
  supplierOf(
    emma,
    {
      company: 'Global Trade Partners',
      country: 'GB',
      vatNumber: 'GB999999973',
      delivers: 'goods',
      yearlySpend: 250000,
      iban: 'GB29NWBK60161331926819',
    },
    ['rejected', 'completed'],
    found('Global Trade Partners Ltd', '13990127'),
    decides(priya, 'compliance_review', 'reject', 'Founded three weeks ago, no accounts, no premises.'),
  ),
  supplierOf(
    emma,
    {
      company: 'Leuchtturm Druck',
      country: 'DE',
      vatNumber: 'DE129274202',
      delivers: 'goods',
      yearlySpend: 4000,
      iban: 'DE02120300000000202051',
    },
    ['given_up', 'completed'],
    found('Leuchtturm Druck GmbH', 'HRB 20418'),
    decides(priya, 'finance_setup', 'wrong_account', 'The account has been closed.'),
    decides(emma, 'account_needed', 'give_up', 'They have gone out of business.'),
  ),
];
