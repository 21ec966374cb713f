import { describe, expect, it } from 'vitest';
import { contentHashOf } from '@/lib/definitions/content-hash';
import { demoDefinitions } from '@/lib/demo/demo-definitions';
import { emptySnapshot } from '@/lib/engine/apply';
import { replay } from '@/lib/engine/replay';
import type { Snapshot } from '@/lib/engine/snapshot';
import { carryOn, isOver } from './carry-on';
import { readRecordings } from './recording';

const recordings = [...readRecordings()];

/** What a later core added to snapshots is empty in an earlier one, as the columns added since are in its rows. */
function asStoredToday(snapshot: Snapshot): Snapshot {
  const tasks = Object.entries(snapshot.tasks).map(([key, task]) => [key, { ...laterFactsOfTasks, ...task }]);
  return { ...emptySnapshot(), ...snapshot, tasks: Object.fromEntries(tasks) as Snapshot['tasks'] };
}
const laterFactsOfTasks = { dueBasis: null };

describe.each(recordings)(
  'what an earlier product recorded in %s',
  (_, { definition, rules, instances, contentHash }) => {
    it('is still the version that was published', () => {
      expect(contentHashOf(definition)).toBe(contentHash);
    });

    it.each(
      instances.map(
        ({ snapshot, events }) => [snapshot.subject.id, snapshot.status, snapshot, events] as const,
      ),
    )(
      '%s, which was %s, replays to what was stored then, and goes on to an end',
      (_id, _status, snapshot, events) => {
        const replayed = replay(events);

        expect(replayed).toEqual(asStoredToday(snapshot));
        expect(isOver(carryOn(definition, replayed, rules))).toBe(true);
      },
    );
  },
);

it.each(demoDefinitions.map((definition) => [definition.key, definition] as const))(
  'the present version of %s has been recorded (npm run record-histories adds what is missing)',
  (_, definition) => {
    expect(recordings.map(([, { contentHash }]) => contentHash)).toContain(contentHashOf(definition));
  },
);
