import type { TaskDetail } from '@/lib/tasks/schema';
import type { Decision } from './task-desk';

/**
 * Sends a decision that was held back when its page goes: the browser finishes the request after the page.
 * @returns whether it was recorded; what was typed stays otherwise
 */
export async function sendLeft(
  task: Pick<TaskDetail, 'id'>,
  { outcome, form, reason, version }: Decision,
): Promise<boolean> {
  const answer = await fetch(`/api/workflows/tasks/${task.id}/decide`, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: outcome.key, form, reason, version }),
  }).catch(() => null);
  return answer?.ok ?? false;
}
