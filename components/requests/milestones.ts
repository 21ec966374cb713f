import { isClosed } from '@/lib/engine/lifecycle';
import type { InstanceDetail } from '@/lib/instances/schema';

/** One thing that has happened to a request, as far as it concerns the one who asked. */
export type Milestone =
  | { readonly kind: 'asked'; readonly at: string }
  | {
      readonly kind: 'decided';
      readonly at: string;
      readonly step: string;
      readonly outcome: string;
      readonly by: { readonly id: string; readonly name: string };
      readonly reason: string | null;
    }
  | { readonly kind: 'ended'; readonly at: string };

/**
 * What has happened to a request, the oldest first: that it was asked, what people decided and why, that it ended. What the
 * process did by itself, its data and its errors are nobody's news who only asked.
 */
export function milestonesOf(
  detail: Pick<InstanceDetail, 'tasks' | 'createdAt' | 'status' | 'closedAt' | 'statusSince'>,
): Milestone[] {
  const decided = detail.tasks.flatMap((task) =>
    task.votes.map((vote): Milestone => ({
      kind: 'decided',
      at: vote.at,
      step: task.stepName,
      outcome: vote.outcomeName,
      by: vote.person,
      reason: vote.reason,
    })),
  );
  return [
    { kind: 'asked', at: detail.createdAt },
    ...decided.sort((left, right) => (left.at < right.at ? -1 : 1)),
    ...(isClosed(detail.status)
      ? [{ kind: 'ended' as const, at: detail.closedAt ?? detail.statusSince }]
      : []),
  ];
}
