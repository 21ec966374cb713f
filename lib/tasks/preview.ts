import { appPool } from '@/lib/database/pool';
import { isOpenTask } from '@/lib/engine/lifecycle';
import type { Actor } from '@/lib/people/actor';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { loadDefinition } from '@/lib/runtime/snapshot';
import { mayDecide } from './authority';
import { policy } from './authority-rules';
import { askedTask, offeredTo, shownVerdict, tallyOf } from './detail';
import { readDeciders } from './read-deciders';
import { readTask } from './read-task';
import type { AuthorityPreview } from './schema';

/**
 * What would come of a decision now, by the very policy that the decision will be asked: whether the actor may make it and by
 * what right, how the votes stand and what could still end the task, and who else can act, or why not.
 */
export async function previewAuthority(actor: Actor, id: string): Promise<Result<AuthorityPreview>> {
  const stored = isUuid(id) ? await readTask(actor, id) : null;
  if (!stored) return refuse('not_found', 'There is no such task, or you may not see it.');
  const published = await loadDefinition(appPool(), actor.tenantId, stored.versionId);
  const task = askedTask(stored, published);
  const known = isOpenTask(stored.row.status) ? await readDeciders(actor, id) : [];
  const people = known.map(({ person, awayUntil }) => ({
    id: person.id,
    name: person.name,
    email: person.email,
    mayDecide: shownVerdict(stored.row.instanceStatus, mayDecide(person, task, stored.rules)),
    awayUntil,
  }));
  return done({
    mayDecide: offeredTo(actor, stored, published, null).mayDecide,
    rules: ['not_a_person', ...policy.map(({ rule }) => rule)],
    tally: tallyOf(published.content, stored),
    people: people.sort(
      (left, right) =>
        Number(right.mayDecide.ok) - Number(left.mayDecide.ok) || left.name.localeCompare(right.name, 'en'),
    ),
  });
}
