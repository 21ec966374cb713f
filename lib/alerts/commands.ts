import type { z } from 'zod';
import { writeAudit } from '@/lib/audit/entry';
import { configuration } from '@/lib/configuration/configuration';
import { loadSecret } from '@/lib/configuration/secret';
import { inTenant } from '@/lib/database/client';
import type { JsonObject } from '@/lib/engine/json';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { newId } from '@/lib/runtime/uuid';
import { alertSigningKey } from './deliver-notices';
import { alertRuleSchema, type CreatedRule, type NewAlertRule, switchRuleSchema } from './schema';

/** Rules that a tenant may have: each is looked at every minute. */
const mostRules = 200;

/** Makes a rule; it is looked at from now on. With a webhook, the key that signs its requests is in the answer and in no other. */
export async function createRule(actor: Actor, input: NewAlertRule): Promise<Result<CreatedRule>> {
  const lacking = lacks(actor, 'instances.repair');
  if (lacking) return lacking;
  const read = readInput(alertRuleSchema, input);
  if (!read.ok) return read;
  const rule = read.value;
  const id = newId();
  const made = await inTenant(actor.tenantId, async (tx) => {
    if ((await tx.alertRule.count()) >= mostRules) return false;
    await tx.alertRule.create({
      data: { tenantId: actor.tenantId, id, createdBy: actor.name, ...columnsOf(rule) },
    });
    const data = { ...rule, ...(rule.webhook !== null && { webhook: new URL(rule.webhook).origin }) };
    await writeAudit(tx, actor, {
      action: 'alert_rule_created',
      subject: `alert_rule:${id}`,
      data: data as JsonObject,
    });
    return true;
  });
  if (!made) return refuse('invalid', `There are ${mostRules} rules already. Stop using one of them first.`);
  const key = rule.webhook === null ? null : alertSigningKey(loadSecret(configuration()), actor.tenantId, id);
  return done({ id, signingKey: key });
}

/** Stops a rule, or starts it again. What it has open ends without a word when it is stopped. */
export async function switchRule(
  actor: Actor,
  id: string,
  input: z.input<typeof switchRuleSchema>,
): Promise<Result<null>> {
  const lacking = lacks(actor, 'instances.repair');
  if (lacking) return lacking;
  const read = readInput(switchRuleSchema, input);
  if (!read.ok) return read;
  if (!isUuid(id)) return noRule;
  const { active } = read.value;
  const { count } = await inTenant(actor.tenantId, async (tx) => {
    const changed = await tx.alertRule.updateMany({ where: { id }, data: { active } });
    if (changed.count > 0) {
      const action = active ? 'alert_rule_started' : 'alert_rule_stopped';
      await writeAudit(tx, actor, { action, subject: `alert_rule:${id}` });
    }
    return changed;
  });
  return count > 0 ? done(null) : noRule;
}

function columnsOf(rule: z.output<typeof alertRuleSchema>) {
  const { name, kind, definition, mails, webhook } = rule;
  const shared = { name, kind, definitionKey: definition, mails: [...new Set(mails)], webhook };
  if (rule.kind !== 'failure_rate')
    return { ...shared, ageSeconds: rule.ageSeconds, step: rule.kind === 'state_age' ? rule.step : null };
  const { percent, windowSeconds, least } = rule;
  return { ...shared, percent, windowSeconds, least };
}

const noRule = refuse('not_found', 'There is no such rule.');
