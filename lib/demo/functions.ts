import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Json, JsonObject } from '@/lib/engine/json';

/** What a registered function is told about the attempt that it is run for. */
export type FunctionCall = {
  /** The same for every attempt of one activity: what has been done under it once is not done again. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** 1 for the first. */
  readonly attempt: number;
};

export type DemoFunction = (input: JsonObject, call: FunctionCall) => Promise<Json>;

/** Stand-ins for the systems of a company, by the key under which definitions call them. They answer at once and keep nothing. */
export const demoFunctions: Readonly<Record<string, DemoFunction>> = {
  'score-risk': scoreRisk,
  'pay-out': payOut,
  'sum-expenses': sumExpenses,
  'reserve-budget': reserveBudget,
  'release-budget': releaseBudget,
  'create-account': createAccount,
  'create-supplier': createSupplier,
  'check-documents': checkDocuments,
};

/**
 * A risk score of 0–100: the amount in relation to 20,000, 40 more for a new partner, 25 more for one abroad.
 * Input: `amount`, `new`, `abroad`.
 */
async function scoreRisk(input: JsonObject, call: FunctionCall): Promise<Json> {
  await answerTime(call);
  const share = Math.min(1, number(input, 'amount') / 20_000) * 40;
  const score = Math.round(share + (input['new'] === true ? 40 : 0) + (input['abroad'] === true ? 25 : 0));
  return { score: Math.min(100, score), level: score >= 60 ? 'high' : score >= 30 ? 'medium' : 'low' };
}

/** Pays `amount` to `to`; the payment's reference follows from the idempotency key, so a repeated call pays once. */
async function payOut(input: JsonObject, call: FunctionCall): Promise<Json> {
  await answerTime(call);
  const amount = number(input, 'amount');
  if (amount <= 0) throw new Error('A payment must be more than zero. Correct the amount.');
  return { reference: `PAY-${digest(call.idempotencyKey)}`, amount };
}

/** Adds up `items`: their `total`, and how many have no receipt. */
async function sumExpenses(input: JsonObject, call: FunctionCall): Promise<Json> {
  await answerTime(call);
  const items = list(input, 'items');
  const cents = items.reduce((sum, item) => sum + Math.round(number(item, 'amount') * 100), 0);
  return { total: cents / 100, withoutReceipt: items.filter((item) => item['receipt'] !== true).length };
}

/** What is left this year (EUR), by cost centre. */
const budgets: Readonly<Record<string, number>> = {
  sales: 40_000,
  marketing: 1_200,
  operations: 60_000,
  it: 25_000,
};

/** Reserves `amount` of the budget of `costCentre`; fails when it is used up. */
async function reserveBudget(input: JsonObject, call: FunctionCall): Promise<Json> {
  await answerTime(call);
  const costCentre = text(input, 'costCentre');
  const left = budgets[costCentre] ?? 0;
  if (number(input, 'amount') > left) {
    throw new Error(`The budget of ${costCentre} has ${left} EUR left. Raise it, or let Finance decide.`);
  }
  return { reservation: `RES-${digest(call.idempotencyKey)}`, left: left - number(input, 'amount') };
}

/** Releases a `reservation` of a budget; one that is released already stays so. */
async function releaseBudget(input: JsonObject, call: FunctionCall): Promise<Json> {
  await answerTime(call);
  return { released: text(input, 'reservation') };
}

/** Gives `person` access to `system`. The payroll system is being maintained: accounts there have to wait. */
async function createAccount(input: JsonObject, call: FunctionCall): Promise<Json> {
  await answerTime(call);
  const system = text(input, 'system');
  if (system === 'payroll') {
    throw new Error(
      'The payroll system is being maintained and takes no new accounts. It will be tried again.',
    );
  }
  return { account: `${text(input, 'person').split('@')[0]}@${system}`, level: input['level'] ?? null };
}

/** Enters a supplier in the accounts. */
async function createSupplier(input: JsonObject, call: FunctionCall): Promise<Json> {
  await answerTime(call);
  return { number: `S-${digest(call.idempotencyKey)}`, name: text(input, 'name') };
}

/** The documents that a claim needs, by kind of claim. */
const needed: Readonly<Record<string, readonly string[]>> = {
  car: ['photos', 'estimate'],
  home: ['photos', 'invoice'],
  travel: ['booking', 'invoice'],
};

/** Which documents of a claim (`kind`, `documents`, `injured`) are missing. */
async function checkDocuments(input: JsonObject, call: FunctionCall): Promise<Json> {
  await answerTime(call);
  const given = new Set(list(input, 'documents').map((document) => document['kind']));
  const wanted = [
    ...(needed[text(input, 'kind')] ?? []),
    ...(input['injured'] === true ? ['medical_report'] : []),
  ];
  const missing = wanted.filter((kind) => !given.has(kind));
  return { complete: missing.length === 0, missing };
}

/** A system takes a moment to answer; the call ends at once when it is broken off. */
async function answerTime(call: FunctionCall): Promise<void> {
  await pause(20, undefined, { signal: call.signal });
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8).toUpperCase();
}

function number(input: JsonObject, field: string): number {
  const value = input[field];
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new Error(`The input ${field} must be a number.`);
}

function text(input: JsonObject, field: string): string {
  const value = input[field];
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`The input ${field} must be a text.`);
}

function list(input: JsonObject, field: string): JsonObject[] {
  const value = input[field];
  if (!Array.isArray(value)) throw new Error(`The input ${field} must be a list.`);
  return value as JsonObject[];
}
