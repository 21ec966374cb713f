import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { type Result, done } from '@/lib/people/refusal';
import type { AlertRow, RuleRow } from './schema';

const rules = tenantStatement(
  'alert_rules',
  `SELECT r.id, r.name, r.kind, r.definition_key AS definition, r.step, r.age_seconds AS "ageSeconds", r.percent,
     r.window_seconds AS "windowSeconds", r.least, to_jsonb(r.mails) AS mails, r.webhook, r.active,
     public.instant_text(r.created_at) AS "createdAt", r.created_by AS "createdBy",
     (SELECT count(*)::int FROM public.alerts a WHERE a.tenant_id = r.tenant_id AND a.rule_id = r.id AND a.closed_at IS NULL) AS open
   FROM public.alert_rules r WHERE r.tenant_id = tenant.id ORDER BY r.id DESC LIMIT 500`,
);

const alerts = tenantStatement(
  'alerts',
  `SELECT a.id, jsonb_build_object('id', r.id, 'name', r.name, 'kind', r.kind) AS rule, a.definition_key AS definition, a.step,
     a.count, a.measured, a.example_id AS "exampleId", public.instant_text(a.opened_at) AS "openedAt",
     public.instant_text(a.seen_at) AS "seenAt", public.instant_text(a.closed_at) AS "closedAt",
     coalesce((SELECT jsonb_agg(jsonb_build_object('about', n.about, 'channel', n.channel, 'target', n.target, 'status', n.status,
       'attempts', n.attempts, 'error', n.error) ORDER BY n.about, n.channel, n.target)
       FROM public.alert_notices n WHERE n.tenant_id = a.tenant_id AND n.alert_id = a.id), '[]') AS notices
   FROM public.alerts a JOIN public.alert_rules r ON r.tenant_id = a.tenant_id AND r.id = a.rule_id
   WHERE a.tenant_id = tenant.id AND (a.closed_at IS NULL OR a.opened_at > now() - interval '30 days')
   ORDER BY a.closed_at IS NOT NULL, a.opened_at DESC LIMIT 200`,
);

/** The rules of the tenant, the newest first. */
export async function listRules(actor: Actor): Promise<Result<readonly RuleRow[]>> {
  const lacking = lacks(actor, 'instances.read_all');
  return lacking ?? done(await readTenant<RuleRow>(appPool(), actor.tenantId, rules));
}

/** The alerts that hold, and those of the last 30 days; the ones that hold and the newest first. */
export async function listAlerts(actor: Actor): Promise<Result<readonly AlertRow[]>> {
  const lacking = lacks(actor, 'instances.read_all');
  return lacking ?? done(await readTenant<AlertRow>(appPool(), actor.tenantId, alerts));
}
