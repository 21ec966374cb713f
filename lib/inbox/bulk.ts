import type { Actor } from '@/lib/people/actor';
import { readInput } from '@/lib/people/input';
import { type Refusal, type Result, done } from '@/lib/people/refusal';
import { addComment } from '@/lib/comments/commands';
import { holds } from '@/lib/people/permissions';
import { claimTask, decideTask, releaseTask } from '@/lib/tasks/commands';
import { delegateTask, reassignTask } from '@/lib/tasks/hand-over';
import { snoozeTask } from './own-notes';
import { readTitles } from './read-titles';
import { type BulkAct, type BulkOrder, type BulkResult, bulkSchema } from './schema';

/** Tasks of one call that are worked on at the same time: the process has six connections for everybody. */
const atOnce = 3;

/**
 * Does the same to several tasks, through the very commands of single ones: each is asked of the one policy with the
 * rights held at that moment. What is refused stays as it is and says by which rule; the others are done.
 */
export async function actOnTasks(actor: Actor, order: BulkOrder): Promise<Result<BulkResult>> {
  const read = readInput(bulkSchema, order);
  if (!read.ok) return read;
  const tasks = [...new Set(read.value.tasks)];
  // Read before, since a decided task may be out of the actor's sight.
  const titles = await readTitles(actor, tasks);
  const refusals = new Map<string, Refusal | null>();
  const waiting = tasks.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const task of waiting)
        refusals.set(task, await refusalOf(actor, task, titles.get(task)?.instanceId, read.value.act));
    }),
  );
  const rows = tasks.map((task) => {
    const refusal = refusals.get(task) ?? null;
    return {
      task,
      title: titles.get(task)?.title ?? null,
      subject: titles.get(task)?.subject ?? null,
      ok: refusal === null,
      refusal: refusal && { code: refusal.code, rule: ruleOf(refusal), message: refusal.message },
    };
  });
  const refused = rows.filter(({ ok }) => !ok).length;
  return done({ done: rows.length - refused, refused, rows });
}

async function refusalOf(
  actor: Actor,
  task: string,
  instanceId: string | undefined,
  act: BulkAct,
): Promise<Refusal | null> {
  const result = await actOn(actor, task, instanceId, act);
  if (result.ok) return null;
  const { refusal } = result;
  const asksForForm = refusal.code === 'invalid' && namesForm(refusal.data['errors']);
  if (!asksForForm) return refusal;
  const message = 'It has a form that has to be filled in: open it to decide.';
  return { ...refusal, message, data: { ...refusal.data, rule: 'form' } };
}

function actOn(
  actor: Actor,
  task: string,
  instanceId: string | undefined,
  act: BulkAct,
): Promise<Result<unknown>> {
  switch (act.kind) {
    case 'claim':
      return claimTask(actor, task);
    case 'release':
      return releaseTask(actor, task);
    case 'assign':
      // Support gives away what is not theirs; everybody else what they could decide.
      return holds(actor, 'instances.repair')
        ? reassignTask(actor, task, { to: act.to, reason: act.reason })
        : delegateTask(actor, task, { to: act.to, reason: act.reason });
    case 'comment':
      return addComment(actor, instanceId ?? '', { text: act.text });
    case 'decide':
      return decideTask(actor, task, { outcome: act.outcome, reason: act.reason });
    case 'snooze':
      return snoozeTask(actor, task, act.until);
  }
}

function namesForm(errors: unknown): boolean {
  return (
    Array.isArray(errors) &&
    errors.some(
      (error: { path?: unknown }) => typeof error.path === 'string' && error.path.startsWith('/form'),
    )
  );
}

function ruleOf({ data }: Refusal): string | null {
  return typeof data['rule'] === 'string' ? data['rule'] : null;
}
