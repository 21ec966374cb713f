/** Keys of timers (`Timer.key`): the stay, then what the timer is for. */

/** The end of a WAIT_FOR_TIMER. */
export function waitTimerKey(stay: string): string {
  return `${stay}:timer`;
}

/** One rung of the ladder of a stay's deadline. */
export function rungTimerKey(stay: string, rung: string): string {
  return `${stay}:deadline:${rung}`;
}

/** A deadline without rungs. */
export function dueTimerKey(stay: string): string {
  return `${stay}:due`;
}

/** The follow-up of a USER_TASK. */
export function followUpTimerKey(stay: string): string {
  return `${stay}:followUp`;
}

/** The maximum age of a stay. */
export function ageTimerKey(stay: string): string {
  return `${stay}:maxAge`;
}

/** The maximum age of the whole instance. */
export const instanceAgeKey = 'maxAge';
