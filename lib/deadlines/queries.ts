import { appPool } from '@/lib/database/pool';
import type { Definition } from '@/lib/engine/definition/schema';
import type { JsonObject } from '@/lib/engine/json';
import { stepName } from '@/lib/instances/names';
import { readAccess } from '@/lib/instances/read-instance';
import type { Actor } from '@/lib/people/actor';
import { holds } from '@/lib/people/permissions';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { loadDefinition } from '@/lib/runtime/snapshot';
import { readDeadlines, type StoredDeadline } from './read-deadlines';
import type { DeadlineRow, Deadlines, Derivation, RungRow } from './schema';
import { rungWords } from './at-deadline';

/** The deadlines that an instance has now: what each was computed from, what has happened at it and what will. */
export async function listDeadlines(actor: Actor, instanceId: string): Promise<Result<Deadlines>> {
  if (!isUuid(instanceId) || !(await readAccess(actor, instanceId))) return noInstance;
  const stored = await readDeadlines(actor.tenantId, instanceId);
  const [first] = stored;
  const changeable = holds(actor, 'instances.repair');
  if (!first) return done({ items: [], changeable });
  const { content } = await loadDefinition(appPool(), actor.tenantId, first.definitionVersionId);
  return done({ items: stored.flatMap((one) => deadlineRow(content, one) ?? []), changeable });
}

function deadlineRow(definition: Definition, stored: StoredDeadline): DeadlineRow | null {
  const { stay, step, enteredAt, task, timers, changed } = stored;
  const latest = timers.findLast(({ closedAt }) => closedAt === null) ?? timers.at(-1);
  const dueAt = task ? task.dueAt : ((latest?.basis['dueAt'] as string | undefined) ?? null);
  if (dueAt === null) return null;
  return {
    stay,
    stepName: stepName(definition, step),
    task: task && { id: task.id, title: task.title },
    since: enteredAt,
    dueAt,
    derivation: derivationOf(task?.basis ?? latest?.basis ?? {}),
    rungs: rungsOf(definition, stored),
    changed,
  };
}

function derivationOf(basis: JsonObject): Derivation {
  const { duration, from, timeZone, calendar, skipped, given } = basis;
  return {
    duration: (duration as string | undefined) ?? null,
    from: (from as string | undefined) ?? null,
    timeZone: (timeZone as string | undefined) ?? 'UTC',
    calendar: (calendar as Derivation['calendar'] | undefined) ?? null,
    skipped: (skipped as Derivation['skipped'] | undefined) ?? [],
    given: given !== undefined,
  };
}

function rungsOf(definition: Definition, { step: key, timers, roles }: StoredDeadline): RungRow[] {
  const step = definition.steps.find((one) => one.key === key);
  const ladder = step && 'due' in step ? (step.due?.ladder ?? []) : [];
  return timers.flatMap((timer) => {
    const rung = ladder.find((one) => one.key === timer.rung);
    if (!rung || timer.ending === 'dropped') return [];
    return {
      timer: timer.key,
      rung: rung.key,
      offset: rung.at,
      ...rungWords(definition, key, rung, (role) => roles[role]),
      at: timer.dueAt,
      actedAt: timer.closedAt,
    };
  });
}

const noInstance = refuse('not_found', 'There is no such instance, or you may not see it.');
