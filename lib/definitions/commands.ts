import { contentHashOf } from './content-hash';
import { writeAudit } from '@/lib/audit/entry';
import { inTenant } from '@/lib/database/client';
import { readRefusal } from '@/lib/database/errors';
import { lint } from '@/lib/engine/definition/lint';
import { parseDefinition } from '@/lib/engine/definition/parse';
import { keySchema } from '@/lib/engine/definition/primitives';
import type { Finding } from '@/lib/engine/definition/finding';
import type { Definition } from '@/lib/engine/definition/schema';
import { equalJson, type Json } from '@/lib/engine/json';
import type { Scenario } from '@/lib/engine/simulation/scenario';
import { withScenarios } from '@/lib/engine/simulation/scenario-findings';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput, tooLarge } from '@/lib/people/input';
import { type Result, done, refuse, refuseFields } from '@/lib/people/refusal';
import { newId } from '@/lib/runtime/uuid';
import { mayDecide } from '@/lib/tasks/authority';
import { readDefinition, type StoredDefinition } from './read-definitions';
import { surroundingsOf } from './surroundings';
import { newDefinition } from './new-definition';
import { type Publish, publishSchema } from './version-schema';
import { templates } from './templates/templates';
import {
  definitionBytes,
  type Linted,
  type NewDefinition,
  type Published,
  type SaveDraft,
  type SavedDraft,
  saveDraftSchema,
} from './schema';
import { type CheckedDraft, createDraft, replaceDraft } from './write-draft';

/**
 * Saves the draft of a definition. Its shape must be right (else `invalid` with findings); what lint finds does not
 * stop a draft and comes back with the answer.
 * @param revision the one that the draft was made from; null to make a new definition
 */
export async function saveDraft(
  actor: Actor,
  key: string,
  draft: SaveDraft,
  revision: number | null,
): Promise<Result<SavedDraft>> {
  const lacking = lacks(actor, 'definitions.edit');
  if (lacking) return lacking;
  const read = readDraft(key, draft);
  if (!read.ok) return read;
  const { definition } = read.value;
  const saved =
    revision === null
      ? await createDraft(actor, read.value)
      : await replaceDraft(actor, read.value, revision);
  if (!saved) return staleOrMissing(actor, definition.key, revision);
  const scenarios = read.value.scenarios ?? [];
  return done({ ...saved, key: definition.key, findings: await findingsOf(actor, definition, scenarios) });
}

/**
 * Makes a definition: one in which nothing is drawn yet, a copy of a template, or what an import gave (`draft`), under a key and
 * a name of its own. A key that is taken is refused as `duplicate`.
 */
export async function createDefinition(
  actor: Actor,
  { draft, template, ...input }: NewDefinition,
): Promise<Result<SavedDraft>> {
  const found = template === undefined ? undefined : templates.find(({ key }) => key === template);
  if (template !== undefined && !found) return refuse('not_found', 'There is no such template.');
  const begun: SaveDraft = draft ?? { definition: found ?? newDefinition(input), layout: {} };
  const definition = { ...(begun.definition as object), ...input };
  const saved = await saveDraft(actor, input.key, { ...begun, definition }, null);
  if (saved.ok || saved.refusal.code !== 'stale') return saved;
  return refuse('duplicate', `There is a process with the key "${input.key}" already. Choose another key.`);
}

/** What lint finds in the draft now: roles, rules, functions and definitions as they are known now. */
export async function lintDraft(actor: Actor, key: string): Promise<Result<Linted>> {
  const lacking = lacks(actor, 'definitions.read');
  if (lacking) return lacking;
  const stored = await readDefinition(actor.tenantId, key);
  if (!stored?.draft) return noDraft;
  const findings = await check(actor, stored.draft, stored.scenarios);
  return done({ findings, publishable: !findings.some(isError) });
}

/**
 * Makes the draft the next version, active from now or from an instant on; a finding that is an error stops it (`invalid`).
 * Publishing what is active already gives that version and changes nothing.
 * @param revision publish only this one; left out, the present draft
 */
export async function publishDefinition(
  actor: Actor,
  key: string,
  revision?: number,
  when: Publish = {},
): Promise<Result<Published>> {
  const lacking = lacks(actor, 'definitions.publish');
  if (lacking) return lacking;
  const read = readInput(publishSchema, when);
  if (!read.ok) return read;
  const { activeFrom = null } = read.value;
  const stored = await readDefinition(actor.tenantId, key);
  if (!stored?.draft) return noDraft;
  if (revision !== undefined && revision !== stored.revision) return stale(stored);
  const findings = await check(actor, stored.draft, stored.scenarios);
  if (findings.some(isError)) return refuseFindings(findings, 'cannot be published');

  const contentHash = contentHashOf(stored.draft);
  const answer = { key, revision: stored.revision, contentHash, findings };
  if (isActive(stored, contentHash))
    return done({ ...answer, version: stored.activeVersion, activeFrom: null });
  const version = await commit(actor, stored, contentHash, activeFrom);
  if (version === null) return staleOrMissing(actor, key, stored.revision);
  return done({ ...answer, version, activeFrom });
}

function readDraft(key: string, draft: SaveDraft): Result<CheckedDraft> {
  const readKey = readInput(keySchema, key);
  if (!readKey.ok) return readKey;
  const read = readInput(saveDraftSchema, draft);
  if (!read.ok) return read;
  const large = tooLarge('definition', read.value, definitionBytes);
  if (large) return large;
  const parsed = parseDefinition(read.value.definition);
  if (!parsed.ok) return refuseFindings(parsed.findings, 'cannot be saved');
  if (parsed.definition.key !== key) {
    const message = `the key must be ${key}, as in the address; the key of a definition does not change`;
    return refuseFields([{ path: '/definition/key', message }]);
  }
  const { layout, scenarios } = read.value;
  return done({ definition: parsed.definition, layout, scenarios });
}

async function commit(
  actor: Actor,
  stored: StoredDefinition,
  contentHash: string,
  activeFrom: string | null,
): Promise<number | null> {
  const { tenantId, personId } = actor;
  try {
    return await inTenant(tenantId, async (tx) => {
      const [row] = await tx.$queryRaw<{ version: number }[]>`
        SELECT public.publish_definition(${tenantId}::uuid, ${stored.id}::uuid, ${stored.revision}::integer, ${newId()}::uuid,
          ${contentHash}, ${personId}::uuid, ${activeFrom}::timestamptz) AS version`;
      const { version } = row!;
      await writeAudit(tx, actor, {
        action: 'definition_published',
        subject: `definition:${stored.key}`,
        data: { version, contentHash, ...(activeFrom !== null && { activeFrom }) },
      });
      return version;
    });
  } catch (error) {
    const code = readRefusal(error)?.code;
    if (code === 'stale' || code === 'not_found') return null;
    throw error;
  }
}

function isActive(
  stored: StoredDefinition,
  contentHash: string,
): stored is StoredDefinition & { activeVersion: number } {
  return (
    stored.activeVersion !== null &&
    stored.activeHash === contentHash &&
    equalJson(stored.layout as unknown as Json, stored.activeLayout as unknown as Json) &&
    equalJson(stored.scenarios as unknown as Json, stored.activeScenarios as unknown as Json)
  );
}

async function check(
  actor: Actor,
  draft: Definition,
  scenarios: readonly Scenario[],
): Promise<readonly Finding[]> {
  const parsed = parseDefinition(draft);
  return parsed.ok ? findingsOf(actor, parsed.definition, scenarios) : parsed.findings;
}

/** What lint finds, and the scenarios that do not come to where they should. */
async function findingsOf(
  actor: Actor,
  definition: Definition,
  scenarios: readonly Scenario[],
): Promise<readonly Finding[]> {
  return withScenarios(
    lint(definition, await surroundingsOf(actor.tenantId)),
    definition,
    scenarios,
    mayDecide,
  );
}

function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

function refuseFindings(findings: readonly Finding[], what: string) {
  const errors = findings.filter(isError);
  const [first] = errors;
  const message = `The definition ${what}: ${errors.length} ${errors.length === 1 ? 'error' : 'errors'}. ${first?.message ?? ''} ${first?.mend ?? ''}`;
  return refuse('invalid', message.trim(), { findings: findings.map((finding) => ({ ...finding })) });
}

async function staleOrMissing(actor: Actor, key: string, revision: number | null) {
  const stored = await readDefinition(actor.tenantId, key);
  if (!stored) return refuse('not_found', 'There is no such definition.');
  return stale(stored, revision === null);
}

/** Somebody saved the definition since: who, and when. */
function stale({ revision, updatedAt, updatedBy }: StoredDefinition, unnamed = false) {
  const by = updatedBy?.name ?? 'somebody';
  const message = unnamed
    ? `This definition exists already, at revision ${revision}, last saved by ${by}. Read it, and name that revision when you save.`
    : `${by} has saved this definition in the meantime; it is at revision ${revision} now. Read it again and make your change on it.`;
  return refuse('stale', message, { revision, changedBy: updatedBy?.name ?? null, changedAt: updatedAt });
}

const noDraft = refuse('not_found', 'There is no such definition.');
