import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { RuleUse } from './schema';

/** The active version and the draft, as texts: a rule is named by expressions (`rules.key`, `rules["key"]`) and by limits. */
const uses = tenantStatement(
  'rule_uses',
  `SELECT d.key, d.name, d.active_version AS "activeVersion",
    coalesce(v.content::text ~ $2 OR v.content @? $3::jsonpath, false) AS active,
    coalesce(d.draft::text ~ $2 OR d.draft @? $3::jsonpath, false) AS draft
  FROM public.definitions d
  LEFT JOIN public.definition_versions v
    ON v.tenant_id = d.tenant_id AND v.definition_id = d.id AND v.version = d.active_version
  WHERE d.tenant_id = tenant.id AND (v.content::text ~ $2 OR d.draft::text ~ $2
    OR v.content @? $3::jsonpath OR d.draft @? $3::jsonpath)
  ORDER BY d.name, d.key`,
);

/** The definitions that use a rule. @param key a key, which has no character that a pattern would take for its own */
export function readRuleUses(tenantId: string, key: string): Promise<RuleUse[]> {
  const inExpressions = `\\mrules(\\.${key}(?![a-z0-9_-])|\\[(\\\\"|'')${key}(\\\\"|'')\\])`;
  const asLimit = `$.steps[*].who.limit.rule ? (@ == "${key}")`;
  return readTenant<RuleUse>(appPool(), tenantId, uses, [inExpressions, asLimit]);
}
