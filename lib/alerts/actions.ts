'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { createRule, switchRule } from './commands';
import type { CreatedRule, NewAlertRule } from './schema';

/** Makes a rule; the key that signs its requests is shown this once. */
export async function createRuleAction(rule: NewAlertRule): Promise<Result<CreatedRule>> {
  const result = await createRule(await requireActor(), rule);
  revalidatePath('/operations', 'layout');
  return result;
}

/** Stops a rule, or starts it again. */
export async function switchRuleAction(id: string, active: boolean): Promise<Result<null>> {
  const result = await switchRule(await requireActor(), id, { active });
  revalidatePath('/operations', 'layout');
  return result;
}
