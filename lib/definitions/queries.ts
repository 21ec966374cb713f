import { readCursor, writeCursor } from '@/lib/http/cursor';
import { type Page, type PageQuery, pageQuerySchema } from '@/lib/http/page';
import { likePattern } from '@/lib/people/text';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { registeredPluginTypes } from '@/lib/runtime/activities/plugins';
import { holds } from '@/lib/people/permissions';
import { mayStartAnything } from './permissions';
import { readCast } from './read-cast';
import { readLiveStates } from './read-live-states';
import {
  readDefinition,
  readDefinitionNames,
  readDefinitionRows,
  readRoleNames,
  readStartable,
  readStepNames,
  readVersion,
} from './read-definitions';
import type {
  ActivityType,
  DefinitionDetail,
  DefinitionName,
  DefinitionRow,
  DesignWorld,
  LiveState,
  Startable,
  TemplateRow,
  VersionDetail,
} from './schema';
import { surroundingsOf } from './surroundings';
import { templates } from './templates/templates';

/** The tenant's definitions by name. `q` is a part of a name or a key. */
export async function listDefinitions(
  actor: Actor,
  { q, ...page }: PageQuery & { readonly q?: string | undefined } = {},
): Promise<Result<Page<DefinitionRow>>> {
  const lacking = lacks(actor, 'definitions.read');
  if (lacking) return lacking;
  const paged = readInput(pageQuerySchema, page);
  if (!paged.ok) return paged;
  const { cursor, limit } = paged.value;
  const after = readCursor(cursor, 'definitions', 2);
  if (!after.ok) return after;
  const [name, key] = after.value ?? [];
  const rows = await readDefinitionRows(
    actor.tenantId,
    name === undefined || key === undefined ? null : { name, key },
    likePattern(q),
    limit + 1,
  );
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return done({
    items: rows.slice(0, limit),
    next: last ? writeCursor('definitions', [last.name, last.key]) : null,
  });
}

/** How many processes a choice offers. */
const mostNames = 200;

/** What the processes are called, by name, for choosing one; where there are more, they are found by a search. */
export async function listDefinitionNames(actor: Actor): Promise<Result<readonly DefinitionName[]>> {
  const lacking = lacks(actor, 'definitions.read');
  return lacking ?? done(await readDefinitionNames(actor.tenantId, mostNames));
}

/** What the steps of the active version of a process are called, for choosing one; none where there is no such process. */
export async function listStepNames(actor: Actor, key: string): Promise<Result<readonly DefinitionName[]>> {
  const lacking = lacks(actor, 'definitions.read');
  return lacking ?? done(await readStepNames(actor.tenantId, key));
}

/** A definition with its draft and its versions. */
export async function getDefinition(actor: Actor, key: string): Promise<Result<DefinitionDetail>> {
  const lacking = lacks(actor, 'definitions.read');
  if (lacking) return lacking;
  const stored = await readDefinition(actor.tenantId, key);
  if (!stored) return noDefinition;
  const { name, revision, activeVersion, draft, layout, draftDiffers } = stored;
  const { updatedAt, updatedBy, versions, schedule, scenarios, retired, startedBy } = stored;
  return done({
    key,
    name,
    revision,
    activeVersion,
    draft,
    layout,
    scenarios,
    draftDiffers,
    updatedAt,
    updatedBy,
    versions,
    schedule,
    retired,
    startedBy,
  });
}

/** What the designer offers to name: roles with their names, rules, functions, other definitions. */
export async function getDesignWorld(actor: Actor): Promise<Result<DesignWorld>> {
  const lacking = lacks(actor, 'definitions.read');
  if (lacking) return lacking;
  const [around, roleNames, cast] = await Promise.all([
    surroundingsOf(actor.tenantId),
    readRoleNames(actor.tenantId),
    readCast(actor.tenantId),
  ]);
  const people = holds(actor, 'definitions.edit') ? cast.people : [];
  return done({ ...around, roleNames, ...cast, people });
}

/** Where the live instances of a definition stand: what a change of those steps means for them. */
export async function listLiveStates(actor: Actor, key: string): Promise<Result<readonly LiveState[]>> {
  const lacking = lacks(actor, 'definitions.read');
  return lacking ?? done(await readLiveStates(actor.tenantId, key));
}

/** What a new process can begin as. */
export function listTemplates(actor: Actor): Result<readonly TemplateRow[]> {
  const lacking = lacks(actor, 'definitions.edit');
  if (lacking) return lacking;
  return done(templates.map(({ key, name, description = '' }) => ({ key, name, description })));
}

/** The activity types that plugins have brought, with the schema of their settings, from which a form can be drawn. */
export function listActivityTypes(actor: Actor): Result<{ readonly items: readonly ActivityType[] }> {
  const lacking = lacks(actor, 'definitions.read');
  return lacking ?? done({ items: registeredPluginTypes() });
}

/** A published version. */
export async function getVersion(actor: Actor, key: string, version: number): Promise<Result<VersionDetail>> {
  const lacking = lacks(actor, 'definitions.read');
  if (lacking) return lacking;
  const known = Number.isInteger(version) && version > 0 && version < 2 ** 31;
  const stored = known ? await readVersion(actor.tenantId, key, version) : null;
  if (!stored) return refuse('not_found', 'There is no such version of a definition.');
  const { row, content, layout, scenarios, states } = stored;
  return done({ ...row, key: stored.key, content, layout, scenarios, states });
}

/** The catalogue: what the actor may start, by name. Whoever is signed in may look. */
export async function listStartable(actor: Actor): Promise<Result<readonly Startable[]>> {
  return done(await readStartable(actor.tenantId, actor.roles, mayStartAnything(actor), null));
}

/** One entry of the catalogue. */
export async function getStartable(actor: Actor, key: string): Promise<Result<Startable>> {
  const [entry] = await readStartable(actor.tenantId, actor.roles, mayStartAnything(actor), key);
  return entry ? done(entry) : refuse('not_found', 'There is no such process, or you may not start it.');
}

const noDefinition = refuse('not_found', 'There is no such definition.');
