import { evaluateExpression } from '@/lib/engine/conditions/evaluate';
import { type ContextChanges, blockedAt, isJsonObject, setPaths, valueAt } from '@/lib/engine/context-path';
import type { Json } from '@/lib/engine/json';
import { isClosed } from '@/lib/engine/lifecycle';
import { type Snapshot, mainBranch } from '@/lib/engine/snapshot';
import { effectsToUndo } from '@/lib/engine/ledger';
import { goOn } from './advance';
import type { AddedData, InputOf, Refusal } from './contract';
import { type Draft, openStays } from './draft';
import { enter } from './enter';
import { type Fate, fatesOf } from './migration-fates';
import { whyStranded } from './migration-joins';
import { invalid, notAllowed } from './refusals';
import { scopeOf } from './scope';
import { stopWork } from './stopping';

/**
 * Moves a live instance to another version of its definition (DESIGN 13). Each line goes where the map says (without an entry, to
 * the step of the same key). Where the step has kept key and type, its task, timers and activities go on as they are; else,
 * and where the plan says `restart`, the line enters its step anew by the new definition.
 * Refuses with `data.blocked` (why this instance cannot go) or as `invalid` (what data it needs), and changes nothing then.
 * @param draft of the target's definition: what follows from here on goes by it
 */
export function migrate(draft: Draft, input: InputOf<'migrate'>): Refusal | null {
  const { snapshot } = draft;
  const wrong = whyNotNow(draft, input);
  if (wrong) return wrong;
  const stays = openStays(snapshot);
  const fates = fatesOf(draft, stays, input);
  if (!fates.ok) return blocked(snapshot, fates.code, fates.message);
  const stranded = whyStranded(draft, fates.value);
  if (stranded) return blocked(snapshot, stranded.code, stranded.message);
  const set = addedData(draft, input.data);
  if (!set.ok) return set.refusal;

  const anew = fates.value.filter(({ carried }) => !carried);
  const lines = new Set(anew.map(({ stay }) => stay.branch));
  const held = draft.snapshot.status === 'needs_attention';
  if (anew.length > 0) {
    if (held) resume(draft, input.reason);
    draft.wake();
  }
  leaveSteps(draft, anew, lines);
  moveLines(draft, input, fates.value, set.value);
  for (const fate of anew) {
    enter(draft, fate.stay.branch, fate.to);
    draft.carry(fate.stay, fate.to, input.work);
  }
  draft.handToSystem();
  goOn(draft);
  return null;
}

function whyNotNow(
  { snapshot, compiled: { definition } }: Draft,
  { target }: InputOf<'migrate'>,
): Refusal | null {
  const { status, ending } = snapshot;
  if (target.version === snapshot.definitionVersion)
    return blocked(snapshot, 'same_version', `It goes by version ${target.version} already.`);
  if (definition.subject.type !== snapshot.subject.type)
    return blocked(
      snapshot,
      'other_subject',
      `Version ${target.version} is about a ${definition.subject.type}, and this is a ${snapshot.subject.type}.`,
    );
  if (status === null || isClosed(status))
    return blocked(snapshot, 'ended', `It has ended: it is ${status}.`);
  if (status === 'compensating' || status === 'compensation_failed' || ending !== null)
    return blocked(
      snapshot,
      'ending',
      'It is being ended: what it did is being undone, or it ends when its activity has. It has to do that by its own version.',
    );
  if (snapshot.state === null)
    return blocked(snapshot, 'not_begun', 'It has not begun yet; try again in a moment.');
  const known = new Set((definition.compensations ?? []).map(({ key }) => key));
  const lost = effectsToUndo(snapshot).find(
    ({ compensation }) => compensation !== null && !known.has(compensation),
  );
  if (lost)
    return blocked(
      snapshot,
      'no_compensation',
      `${lost.activity} in ${lost.step} is undone by ${lost.compensation}, which version ${target.version} does not have.`,
    );
  return null;
}

/** A person has said where it goes on, so what held it up counts as settled; a line that is carried may find it so again. */
function resume(draft: Draft, reason: string): void {
  const incidents = Object.values(draft.snapshot.incidents)
    .filter(({ closedAt }) => closedAt === null)
    .map(({ key }) => key)
    .sort();
  draft.status('WORKFLOW_RESUMED', 'resumed', { data: { incidents, resolution: 'migrated' }, reason });
  draft.status('WORKFLOW_CONTINUED', 'running', { data: {} });
  draft.again = true;
}

function leaveSteps(draft: Draft, anew: readonly Fate[], lines: ReadonlySet<string>): void {
  stopWork(
    draft,
    'migrated',
    ({ branch, undoOf }) => !lines.has(branch) || undoOf !== null,
    undefined,
    (line) => lines.has(line),
  );
  for (const { stay } of anew) draft.note('STEP_EXITED', 'step', stay.key, { data: {}, branch: stay.branch });
}

function moveLines(
  draft: Draft,
  { target, reason, plan }: InputOf<'migrate'>,
  fates: readonly Fate[],
  set: ContextChanges,
): void {
  const { state, definitionVersion } = draft.snapshot;
  const main = fates.find(({ stay }) => stay.branch === mainBranch);
  draft.state('WORKFLOW_MIGRATED', `v${target.version}`, state, main?.to ?? state ?? '', {
    data: {
      from: definitionVersion,
      version: target.version,
      versionId: target.versionId,
      ...(plan !== undefined && { plan }),
      lines: Object.fromEntries(
        fates.map(({ stay, to, carried }) => [stay.branch, { from: stay.step, to, carried }]),
      ),
      ...(Object.keys(set).length > 0 && { set }),
    },
    reason,
  });
  for (const { stay, to } of fates) {
    if (stay.branch === mainBranch) continue;
    draft.state('BRANCH_MIGRATED', `v${target.version}`, stay.step, to, { data: {}, branch: stay.branch });
  }
}

type Added =
  { readonly ok: true; readonly value: ContextChanges } | { readonly ok: false; readonly refusal: Refusal };

/** The values of the new fields; refused with the fields that the new version requires and nobody gives. */
function addedData(draft: Draft, data: AddedData): Added {
  const { snapshot, env, compiled } = draft;
  const set: Record<string, Json> = {};
  const errors: { path: string; message: string }[] = [];
  for (const [path, added] of Object.entries(data).sort(([left], [right]) => (left < right ? -1 : 1))) {
    // What the instance has already is its own; a migration adds only what is not there.
    if ((valueAt(snapshot.context, path) ?? null) !== null) continue;
    const at = `/${path.replaceAll('.', '/')}`;
    const held = blockedAt(snapshot.context, path);
    if (held !== null) errors.push({ path: at, message: `context.${held} is not an object` });
    else if ('value' in added) set[path] = added.value;
    else {
      const result = evaluateExpression(added.expression, scopeOf(snapshot, env), compiled.declared);
      if (result.ok) set[path] = result.value;
      else errors.push({ path: at, message: result.message });
    }
  }
  const context = setPaths(snapshot.context, set);
  for (const name of requiredFields(compiled.definition.input)) {
    if (context[name] === undefined || context[name] === null)
      errors.push({
        path: `/${name}`,
        message: `the new version requires ${name}, and this instance has none`,
      });
  }
  return errors.length > 0 ? { ok: false, refusal: invalid(errors) } : { ok: true, value: set };
}

function requiredFields(schema: Json | undefined): readonly string[] {
  if (!isJsonObject(schema)) return [];
  const { required } = schema;
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [];
}

function blocked(snapshot: Snapshot, code: string, message: string): Refusal {
  return notAllowed(snapshot, message, { blocked: code });
}
