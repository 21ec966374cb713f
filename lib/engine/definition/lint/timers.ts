import { addBusinessTime } from '@/lib/engine/deadlines/business-time';
import { nextCronMatch } from '@/lib/engine/deadlines/cron';
import type { Calendar } from '@/lib/engine/deadlines/calendar';
import { addDuration, isBusinessDuration } from '@/lib/engine/deadlines/duration';
import type { Finding } from '@/lib/engine/definition/finding';
import type { Rung, Step } from '@/lib/engine/definition/step-schema';
import { called } from './graph';
import { error, type PlacedActivity, type Rule } from './model';

/** An instant long ago from which things are tried out: what has an end from there has one from everywhere that matters. */
const sample = '2000-01-01T00:00:00Z';
/** A week like any other: whether a business duration has an end at all does not depend on the calendar. */
const plainWeek: Calendar = {
  key: 'week',
  name: 'Monday to Friday',
  version: 1,
  timeZone: 'UTC',
  inAssigneeZone: false,
  week: [1, 2, 3, 4, 5, 6, 7].map((day) => (day < 6 ? [{ from: '09:00', to: '17:00' }] : [])),
  dates: {},
  knownUntil: null,
};

/** Every cron expression, time zone, duration and rung of a ladder gives an instant, and a rung says to whom it goes. */
export const invalidTimer: Rule = ({ activities, definition: { calendar, maxAge, schedule, steps } }) => [
  ...duration(maxAge, '/maxAge', null, 'The maximum age of the process', calendar),
  ...(schedule ? cron(schedule, '/schedule', null, 'The schedule of the process') : []),
  ...steps.flatMap((step, index) => ofStep(step, `/steps/${index}`, calendar)),
  ...activities.flatMap((placed) => ofRetries(placed, calendar)),
];

/** Pauses before retries, which may be in business time: both of the same kind, since one is the ceiling of the other. */
function ofRetries({ activity, path, owner }: PlacedActivity, calendar: string | undefined): Finding[] {
  const { firstDelay, maxDelay } = activity.retry ?? {};
  const element = owner?.key ?? null;
  const found = (['firstDelay', 'maxDelay'] as const).flatMap((name) => {
    const text = activity.retry?.[name];
    if (text === undefined || !isBusinessDuration(text)) return [];
    return duration(text, `${path}/retry/${name}`, element, `A pause of ${called(activity)}`, calendar);
  });
  const kindOf = (text: string) => /B[DH]$/.exec(text)?.[0];
  if (maxDelay === undefined || kindOf(maxDelay) === kindOf(firstDelay ?? 'PT5S')) return found;
  const message = `The longest pause of ${called(activity)} (${maxDelay}) is not counted as its first one is.`;
  const mend =
    'Write both by the clock (PT30S), both in business hours (PT2BH) or both in business days (P1BD).';
  return [...found, error('invalid_timer', `${path}/retry/maxDelay`, element, message, mend)];
}

/** `calendar` is the definition's, which counts where nothing nearer does. */
function ofStep(step: Step, path: string, calendar: string | undefined): Finding[] {
  const whose = (what: string) => `The ${what} of ${called(step)}`;
  const found: Finding[] = [];
  if ('maxAge' in step) {
    found.push(...duration(step.maxAge, `${path}/maxAge`, step.key, whose('maximum age'), calendar));
  }
  if ('due' in step && step.due) {
    const own = step.due.calendar ?? calendar;
    found.push(...duration(step.due.in, `${path}/due/in`, step.key, whose('deadline'), own));
    found.push(...ladder(step, step.due.ladder ?? [], `${path}/due/ladder`, own));
  }
  if (step.type === 'USER_TASK') {
    const own = step.due?.calendar ?? calendar;
    found.push(...duration(step.followUp, `${path}/followUp`, step.key, whose('follow-up'), own));
  }
  if (step.type === 'WAIT_FOR_TIMER') {
    if ('duration' in step.timer) {
      const own = step.timer.calendar ?? calendar;
      found.push(...duration(step.timer.duration, `${path}/timer/duration`, step.key, whose('wait'), own));
    }
    if ('cron' in step.timer) found.push(...cron(step.timer, `${path}/timer`, step.key, whose('wait')));
  }
  return found;
}

function ladder(step: Step, rungs: readonly Rung[], path: string, calendar: string | undefined): Finding[] {
  return rungs.flatMap((rung, index) => {
    const whose = `The rung "${rung.key}" of ${called(step)}`;
    const finding = (below: string, message: string, mend: string) =>
      error('invalid_timer', `${path}/${index}${below}`, step.key, message, mend);
    const found = duration(rung.at.replace(/^-/, ''), `${path}/${index}/at`, step.key, whose, calendar);
    if (rungs.findIndex(({ key }) => key === rung.key) < index) {
      found.push(finding('/key', `${whose} has the key of another rung.`, 'Give it a key of its own.'));
    }
    if (rung.action !== 'reassign' && rung.action !== 'escalate') return found;
    if (step.type !== 'USER_TASK') {
      const mend = 'Choose "remind" or "transition".';
      found.push(finding('/action', `${whose} gives a task to somebody, and the step has none.`, mend));
    } else if (rung.to?.role === undefined && !rung.to?.manager) {
      found.push(finding('/to', `${whose} does not say to whom the task goes.`, 'Name a role in `to`.'));
    }
    return found;
  });
}

function duration(
  text: string | undefined,
  path: string,
  element: string | null,
  whose: string,
  calendar: string | undefined,
): Finding[] {
  if (text === undefined) return [];
  const business = isBusinessDuration(text);
  if (business && calendar === undefined) {
    const mend = 'Choose a calendar here or for the whole process, or write a duration like P3D.';
    const message = `${whose} counts business time (${text}) and has no calendar.`;
    return [error('calendar_missing', path, element, message, mend)];
  }
  const end = business ? addBusinessTime(sample, text, plainWeek) : addDuration(sample, text, 'UTC');
  if (end.ok) return [];
  const mend = 'Write a duration like PT30M, P3D, P1M or P3BD.';
  return [error('invalid_timer', path, element, `${whose} has no end: ${end.message}`, mend)];
}

function cron(
  { cron: expression, timeZone }: { readonly cron: string; readonly timeZone: string },
  path: string,
  element: string | null,
  whose: string,
): Finding[] {
  const zone = addDuration(sample, 'PT0S', timeZone);
  if (!zone.ok) {
    const mend = 'Write the name of a zone like Europe/Berlin.';
    const message = `${whose} names the time zone "${timeZone}", which does not exist.`;
    return [error('invalid_timer', `${path}/timeZone`, element, message, mend)];
  }
  const match = nextCronMatch(sample, expression, timeZone);
  if (match.ok) return [];
  const mend =
    'Write five fields (minute, hour, day, month, day of the week), for example "0 9 * * MON-FRI".';
  return [error('invalid_timer', `${path}/cron`, element, `${whose} never comes: ${match.message}`, mend)];
}
