import type { UserTaskStep } from '@/lib/engine/definition/step-schema';
import { called } from './graph';
import { error, type Rule } from './model';

/** A task names somebody who may decide it, and as many people as it needs approvals. */
export const nobodyCanDecide: Rule = ({ definition }) =>
  definition.steps.flatMap((step, index) => {
    if (step.type !== 'USER_TASK') return [];
    const path = `/steps/${index}/who`;
    if (namesNobody(step))
      return [
        error(
          'nobody_can_decide',
          path,
          step.key,
          `Nobody can decide ${called(step)}: it names no role, no person and no expression that gives people.`,
          'Name a role, people, an assignee or candidates.',
        ),
      ];
    const most = mostPeople(step);
    const required = step.approvals?.required ?? 1;
    if (required <= most) return [];
    return [
      error(
        'nobody_can_decide',
        path,
        step.key,
        `${called(step)} needs ${required} different people, and only ${most} can ever decide it.`,
        'Name more people or a role, or ask for fewer approvals.',
      ),
    ];
  });

function namesNobody({ who }: UserTaskStep): boolean {
  return (
    who.assignee === undefined &&
    who.candidates === undefined &&
    (who.roles ?? []).length === 0 &&
    (who.people ?? []).length === 0
  );
}

/** An expression and a role may stand for any number; a list of people stands for itself. */
function mostPeople({ who }: UserTaskStep): number {
  if (who.candidates !== undefined || (who.roles ?? []).length > 0) return Number.POSITIVE_INFINITY;
  const named = new Set((who.people ?? []).map((person) => person.toLowerCase())).size;
  return named + (who.assignee === undefined ? 0 : 1);
}
