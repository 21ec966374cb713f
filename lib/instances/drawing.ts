import type { Definition } from '@/lib/engine/definition/schema';
import type { InstanceStatus } from '@/lib/engine/lifecycle';
import type { StoredDetail } from './read-instance';
import type { InstanceDetail } from './schema';

type Drawing = InstanceDetail['drawing'];
type Mark = Drawing['marks'][string];

/** The definition's drawing, and what the instance did in it. */
export function drawingOf(definition: Definition, stored: StoredDetail): Drawing {
  return {
    steps: definition.steps.map(({ key, name, type }) => ({ key, name: name ?? key, type })),
    transitions: definition.transitions.map(({ key, from, to, name, on }) => ({
      key,
      from,
      to,
      ...(name !== undefined && { name }),
      ...labelled(definition, from, name, on),
    })),
    ...(stored.layout && { positions: stored.layout }),
    marks: marksOf(stored),
    taken: stored.taken,
  };
}

/** A transition without a name is called by the outcome that takes it. */
function labelled(
  definition: Definition,
  from: string,
  name: string | undefined,
  on: Definition['transitions'][number]['on'],
): { label?: string } {
  if (name !== undefined || typeof on !== 'object' || !('outcome' in on)) return {};
  const step = definition.steps.find(({ key }) => key === from);
  const outcome = step?.type === 'USER_TASK' ? step.outcomes.find(({ key }) => key === on.outcome) : null;
  return { label: outcome?.name ?? on.outcome };
}

function marksOf({ stays, row: { status } }: StoredDetail): Record<string, Mark> {
  const marks: Record<string, Mark> = {};
  for (const { step, exitedAt } of stays) {
    const before = marks[step];
    const open = exitedAt === null;
    marks[step] = {
      kind: open ? openKind(status) : (before?.kind ?? 'done'),
      visits: (before?.visits ?? 0) + 1,
    };
  }
  return marks;
}

/** How the step looks in which the instance is. */
function openKind(status: InstanceStatus): Mark['kind'] {
  switch (status) {
    case 'completed':
    case 'reversed':
    case 'cancelled':
      return 'done';
    case 'needs_attention':
    case 'failed':
    case 'compensation_failed':
      return 'failed';
    case 'waiting':
    case 'paused':
      return 'waiting';
    case 'created':
    case 'validated':
    case 'scheduled':
    case 'running':
    case 'resumed':
    case 'compensating':
      return 'active';
  }
}
