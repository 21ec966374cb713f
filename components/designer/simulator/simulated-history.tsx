'use client';

import { Undo2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { foldEvents } from '@/components/history/fold-events';
import type { HistoryNames } from '@/components/history/names';
import { TimelineEntry } from '@/components/history/timeline-entry';
import { useDesigner } from '@/components/designer/store';
import { IconButton } from '@/components/ui/icon-button';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Simulation, Turn } from '@/lib/engine/simulation/simulation';
import type { EventRow } from '@/lib/instances/schema';
import { useSession } from './session';

/** What happened, turn by turn, the latest first, in the words of a real history; from each turn one can go on anew. */
export function SimulatedHistory() {
  const t = useTranslations('simulator');
  const { simulation, back } = useSession();
  const names = useNames(simulation);
  const { turns } = simulation;
  return (
    <ol className="flex flex-col gap-2">
      {turns
        .map((turn, index) => ({ turn, index }))
        .reverse()
        .map(({ turn, index }) => (
          <li key={index} className="flex items-start gap-2 rounded-md border border-line bg-surface p-3">
            <ol className="min-w-0 flex-1">
              {foldEvents(rowsOf(turn)).map((entry) => (
                <TimelineEntry key={entry.id} entry={entry} names={names} skippable={false} />
              ))}
            </ol>
            {index < turns.length - 1 ? (
              <IconButton
                size="sm"
                label={t('backTo', { number: index + 1 })}
                icon={<Undo2 aria-hidden />}
                onClick={() => back(turns.length - 1 - index)}
              />
            ) : null}
          </li>
        ))}
    </ol>
  );
}

/** Simulated events as the history's own words take them; nothing of them is stored, so they have no hash. */
function rowsOf({ events }: Turn): EventRow[] {
  return events.map(({ actor, ...event }) => ({
    ...event,
    actor: { ...actor, onBehalfOf: null },
    correlationId: null,
    causationId: null,
    workerId: null,
    hash: '',
  }));
}

function useNames({ definition, world }: Simulation): HistoryNames {
  const roles = useDesigner((state) => state.known.roleNames);
  return useMemo(() => {
    const { steps, transitions } = definition;
    const outcomes = steps.flatMap((step) =>
      step.type === 'USER_TASK'
        ? step.outcomes.map(({ key, name }) => [`${step.key}:${key}`, name] as const)
        : [],
    );
    return {
      steps: Object.fromEntries(steps.map(({ key, name }) => [key, name ?? key])),
      transitions: Object.fromEntries(transitions.map(({ key, name }) => [key, name ?? ''])),
      activities: Object.fromEntries(activityNames(definition)),
      outcomes: Object.fromEntries(outcomes),
      roles,
      people: Object.fromEntries(world.people.map(({ email, name }) => [email, name])),
    };
  }, [definition, world, roles]);
}

/** Names of activities by the step in which they run and their key; an undo is called as what it undoes is. */
function activityNames({ steps, transitions, compensations = [] }: Definition): [string, string][] {
  const undo = new Map(compensations.map(({ key, name }) => [key, name ?? key]));
  const within = [
    ...steps.map((step) => ({ at: step.key, activities: step.type === 'AUTOMATED' ? step.activities : [] })),
    ...transitions.map(({ from, activities = [] }) => ({ at: from, activities })),
  ];
  return within.flatMap(({ at, activities }) =>
    activities.flatMap(({ key, name, compensation }): [string, string][] => [
      [`${at}:${key}`, name ?? key],
      ...(compensation === undefined
        ? []
        : [[`${at}:${key}~undo`, undo.get(compensation) ?? compensation] satisfies [string, string]]),
    ]),
  );
}
