import { parseArgs } from 'node:util';
import { measureArchive } from './archive';
import { measureDesigner } from './designer';
import { measureInbox } from './inbox';
import { measureMoves } from './moves';
import { measurePages } from './pages';
import { measureQueue } from './queue';
import { measureRace } from './race';
import { measureSteps } from './steps';
import { measureSupport } from './support';
import { measureTimers } from './timers';

// The log would stand between the figures, and writing it is no part of what is measured on either side.
process.env.LOG_LEVEL ??= 'warn';

/** Measures, says what it found, and returns the exit code: 0, or 1 when a goal that a busy machine does not excuse is missed. */
type Bench = (options: {
  readonly quick: boolean;
  /** What stands behind the bench's name. */
  readonly argument?: string | undefined;
}) => Promise<number>;

const benches: Readonly<Record<string, Bench>> = {
  archive: measureArchive,
  designer: measureDesigner,
  inbox: measureInbox,
  moves: measureMoves,
  pages: measurePages,
  queue: measureQueue,
  race: measureRace,
  steps: measureSteps,
  support: measureSupport,
  timers: measureTimers,
};

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const name = positionals[0] ?? 'moves';
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (bench) {
  process.exitCode = await bench({ ...values, argument: positionals[1] });
} else {
  console.error(`There is no bench ${name}. There are: ${Object.keys(benches).join(', ')}.`);
  process.exitCode = 2;
}
