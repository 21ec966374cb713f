'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { putRule } from './commands';
import type { PutRule, RuleRow } from './schema';

/** Gives a rule a value for a period. */
export async function putRuleAction(rule: PutRule): Promise<Result<RuleRow>> {
  const result = await putRule(await requireActor(), rule);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}
