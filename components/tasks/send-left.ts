import type { TaskDetail } from '@/lib/tasks/schema';
import type { Decision } from './task-desk';

/**
 * Sends a decision that was held back when its page goes: the browser finishes the request after the page.
 * @returns whether it was recorded, and if not, why, where the server has said so; what was typed stays then
 */
export async function sendLeft(
  task: Pick<TaskDetail, 'id'>,
  { outcome, form, reason, version }: Decision,
): Promise<{ readonly recorded: boolean; readonly why: string | null }> {
  const answer = await fetch(`/api/workflows/tasks/${task.id}/decide`, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: outcome.key, form, reason, version }),
  }).catch(() => null);
  if (answer?.ok) return { recorded: true, why: null };
  const problem = (await answer?.json().catch(() => null)) as { detail?: string } | null | undefined;
  return { recorded: false, why: problem?.detail ?? null };
}
