import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { keySchema } from '@/lib/engine/definition/primitives';
import type { Definition, Layout } from '@/lib/engine/definition/schema';
import type { Scenario } from '@/lib/engine/simulation/scenario';
import type {
  DefinitionDetail,
  DefinitionName,
  DefinitionRow,
  ScheduleRow,
  Startable,
  VersionRow,
} from './schema';

/** Who a column of ids names: a person, or an API key. */
const who = (
  id: string,
) => `CASE WHEN ${id} IS NOT NULL THEN jsonb_build_object('id', ${id}, 'name', coalesce(
  (SELECT p.name FROM public.people p WHERE p.tenant_id = tenant.id AND p.id = ${id}),
  (SELECT k.name FROM public.api_keys k WHERE k.tenant_id = tenant.id AND k.id = ${id}), 'Interlock')) END`;

/** Instances that have not ended, of a definition or of one of its versions; those of a key have an index of their own. */
const live = (condition = '') => `(SELECT count(*)::int FROM public.instances i
  WHERE i.tenant_id = tenant.id AND i.definition_key = d.key ${condition} AND i.closed_at IS NULL)`;

const activeVersion = `LEFT JOIN public.definition_versions v
  ON v.tenant_id = d.tenant_id AND v.definition_id = d.id AND v.version = d.active_version`;

const list = tenantStatement(
  'definitions_list',
  `SELECT d.key, d.name, coalesce(d.draft, v.content) ->> 'description' AS description,
    d.active_version AS "activeVersion", d.revision, d.draft IS DISTINCT FROM v.content AS "draftDiffers",
    public.instant_text(d.retired_at) AS "retiredAt", ${live()} AS "liveInstances",
    public.instant_text(d.updated_at) AS "updatedAt", ${who('d.updated_by')} AS "updatedBy"
  FROM public.definitions d ${activeVersion}
  WHERE d.tenant_id = tenant.id
    AND ($2::text IS NULL OR (d.name, d.key) > ($2, $3::text))
    AND ($4::text IS NULL OR d.name ILIKE $4 OR d.key ILIKE $4)
  ORDER BY d.name, d.key LIMIT $5`,
);

/** Definitions by name, after the row with this name and key. `pattern` is one of ILIKE. */
export function readDefinitionRows(
  tenantId: string,
  after: { readonly name: string; readonly key: string } | null,
  pattern: string | null,
  limit: number,
): Promise<DefinitionRow[]> {
  const values = [after?.name ?? null, after?.key ?? null, pattern, limit];
  return readTenant<DefinitionRow>(appPool(), tenantId, list, values);
}

const names = tenantStatement(
  'definition_names',
  `SELECT d.key, d.name FROM public.definitions d WHERE d.tenant_id = tenant.id ORDER BY d.name, d.key LIMIT $2`,
);

/** What definitions are called, the first by name: for choosing one. */
export function readDefinitionNames(tenantId: string, limit: number): Promise<DefinitionName[]> {
  return readTenant<DefinitionName>(appPool(), tenantId, names, [limit]);
}

const steps = tenantStatement(
  'definition_steps',
  `SELECT s.one ->> 'key' AS key, coalesce(s.one ->> 'name', s.one ->> 'key') AS name
   FROM public.definitions d ${activeVersion}
   CROSS JOIN LATERAL jsonb_array_elements(v.content -> 'steps') WITH ORDINALITY AS s (one, n)
   WHERE d.tenant_id = tenant.id AND d.key = $2 ORDER BY s.n`,
);

/** What the steps of a definition's active version are called, in their order. */
export async function readStepNames(tenantId: string, key: string): Promise<DefinitionName[]> {
  if (!isKey(key)) return [];
  return readTenant<DefinitionName>(appPool(), tenantId, steps, [key]);
}

const retired = (row: string) => `jsonb_build_object('at', public.instant_text(${row}.retired_at),
  'by', ${who(`${row}.retired_by`)}, 'reason', ${row}`;

const versionColumns = `'version', w.version, 'name', w.name, 'active', w.version IS NOT DISTINCT FROM d.active_version,
  'scheduledFor', (SELECT public.instant_text(a.active_from) FROM public.version_activations a
    WHERE a.tenant_id = tenant.id AND a.definition_id = d.id AND a.version = w.version AND a.settled_at IS NULL),
  'retired', (SELECT ${retired('r')}.reason) FROM public.version_retirements r
    WHERE r.tenant_id = tenant.id AND r.definition_id = d.id AND r.version = w.version),
  'publishedAt', public.instant_text(w.published_at), 'publishedBy', ${who('w.published_by')},
  'contentHash', w.content_hash, 'liveInstances', ${live('AND i.definition_version = w.version')}`;

const one = tenantStatement(
  'definition',
  `SELECT d.id, d.key, d.name, d.revision, d.active_version AS "activeVersion", d.draft, d.draft_layout AS layout,
    d.draft_scenarios AS scenarios, v.scenarios AS "activeScenarios",
    d.draft IS DISTINCT FROM v.content AS "draftDiffers", v.content_hash AS "activeHash", v.layout AS "activeLayout",
    public.instant_text(d.updated_at) AS "updatedAt", ${who('d.updated_by')} AS "updatedBy",
    coalesce((SELECT jsonb_agg(jsonb_build_object(${versionColumns}) ORDER BY w.version DESC)
      FROM public.definition_versions w WHERE w.tenant_id = tenant.id AND w.definition_id = d.id), '[]') AS versions,
    (SELECT jsonb_build_object('cron', s.cron, 'timeZone', s.time_zone, 'nextAt', public.instant_text(s.next_at),
        'lastAt', public.instant_text(s.last_at), 'lastInstance', s.last_instance_id, 'lastError', s.last_error)
      FROM public.schedules s WHERE s.tenant_id = tenant.id AND s.definition_id = d.id) AS schedule,
    CASE WHEN d.retired_at IS NOT NULL THEN ${retired('d')}.retired_reason) END AS retired,
    coalesce((SELECT jsonb_agg(jsonb_build_object('key', o.key, 'name', c.name) ORDER BY c.name)
      FROM public.definitions o JOIN public.definition_versions c
        ON c.tenant_id = o.tenant_id AND c.definition_id = o.id AND c.version = o.active_version
      WHERE o.tenant_id = tenant.id AND jsonb_path_exists(c.content,
        '$.steps[*] ? (@.type == "SUB_WORKFLOW" && @.definition == $key)', jsonb_build_object('key', d.key))), '[]')
      AS "startedBy"
  FROM public.definitions d ${activeVersion}
  WHERE d.tenant_id = tenant.id AND d.key = $2`,
);

/** A definition as stored. */
export type StoredDefinition = {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly revision: number;
  readonly activeVersion: number | null;
  readonly draft: Definition | null;
  readonly layout: Layout | null;
  readonly scenarios: Scenario[];
  readonly draftDiffers: boolean;
  readonly activeHash: string | null;
  readonly activeLayout: Layout | null;
  readonly activeScenarios: Scenario[] | null;
  readonly updatedAt: string;
  readonly updatedBy: { readonly id: string; readonly name: string } | null;
  readonly versions: VersionRow[];
  readonly schedule: ScheduleRow | null;
} & Pick<DefinitionDetail, 'retired' | 'startedBy'>;

/** The definition with its draft and all its versions; null when there is none. */
export async function readDefinition(tenantId: string, key: string): Promise<StoredDefinition | null> {
  if (!isKey(key)) return null;
  const [row] = await readTenant<StoredDefinition>(appPool(), tenantId, one, [key]);
  return row ?? null;
}

const version = tenantStatement(
  'definition_version',
  `SELECT jsonb_build_object(${versionColumns}) AS row, w.key, w.content, w.layout, w.scenarios,
    ARRAY(SELECT s.state FROM public.definition_states s WHERE s.tenant_id = tenant.id AND s.version_id = w.id
      ORDER BY s.state) AS states
  FROM public.definition_versions w
  JOIN public.definitions d ON d.tenant_id = w.tenant_id AND d.id = w.definition_id
  WHERE w.tenant_id = tenant.id AND d.key = $2 AND w.version = $3`,
);

type StoredVersion = {
  readonly row: VersionRow;
  readonly key: string;
  readonly content: Definition;
  readonly layout: Layout | null;
  readonly scenarios: Scenario[];
  readonly states: string[];
};

/** One published version; null when there is none. */
export async function readVersion(
  tenantId: string,
  key: string,
  number: number,
): Promise<StoredVersion | null> {
  if (!isKey(key)) return null;
  const [row] = await readTenant<StoredVersion>(appPool(), tenantId, version, [key, number]);
  return row ?? null;
}

const startable = tenantStatement(
  'definitions_startable',
  `SELECT d.key, v.name, v.content ->> 'description' AS description, v.version,
    jsonb_build_object('type', v.content #> '{subject,type}',
      'unique', coalesce(v.content #> '{subject,unique}', 'false')) AS subject,
    v.content -> 'input' AS input, v.content -> 'inputUi' AS "inputUi"
  FROM public.definitions d
  JOIN public.definition_versions v
    ON v.tenant_id = d.tenant_id AND v.definition_id = d.id AND v.version = d.active_version
  WHERE d.tenant_id = tenant.id AND ($3 OR v.content -> 'startableBy' ?| $2::text[])
    AND ($4::text IS NULL OR d.key = $4)
  ORDER BY v.name, d.key`,
);

/** Active versions that holders of these roles may start, by name; with `any`, all of them. */
export async function readStartable(
  tenantId: string,
  roles: readonly string[],
  any: boolean,
  key: string | null,
): Promise<Startable[]> {
  if (key !== null && !isKey(key)) return [];
  return readTenant<Startable>(appPool(), tenantId, startable, [roles, any, key]);
}

/** What is no key names nothing, and may be what the database cannot even read. */
function isKey(key: string): boolean {
  return keySchema.safeParse(key).success;
}

const surroundings = tenantStatement(
  'definition_surroundings',
  `SELECT ARRAY(SELECT r.key FROM public.roles r WHERE r.tenant_id = tenant.id) AS roles,
    ARRAY(SELECT DISTINCT r.key FROM public.rules r WHERE r.tenant_id = tenant.id) AS rules,
    ARRAY(SELECT d.key FROM public.definitions d WHERE d.tenant_id = tenant.id) AS definitions,
    ARRAY(SELECT DISTINCT c.key FROM public.calendar_versions c WHERE c.tenant_id = tenant.id) AS calendars,
    ARRAY(SELECT r.key FROM public.resources r WHERE r.tenant_id = tenant.id) AS resources,
    ARRAY(SELECT s.name FROM public.secrets s WHERE s.tenant_id = tenant.id) AS secrets`,
);

type Known = Record<'roles' | 'rules' | 'definitions' | 'calendars' | 'resources' | 'secrets', string[]>;

/** Keys that a definition may name. */
export async function readSurroundings(tenantId: string): Promise<Known> {
  const [row] = await readTenant<Known>(appPool(), tenantId, surroundings);
  return row!;
}

const roleNames = tenantStatement(
  'definition_role_names',
  `SELECT r.key, r.name FROM public.roles r WHERE r.tenant_id = tenant.id ORDER BY r.name, r.key`,
);

/** The tenant's roles, key → name, by name. */
export async function readRoleNames(tenantId: string): Promise<Record<string, string>> {
  const rows = await readTenant<{ key: string; name: string }>(appPool(), tenantId, roleNames);
  return Object.fromEntries(rows.map(({ key, name }) => [key, name]));
}
