/** Until when one may put a task off, from now on: in three hours, tomorrow at nine, on Monday at nine, in a week. */
export const laterChoices = ['hours', 'tomorrow', 'monday', 'week'] as const;
export type Later = (typeof laterChoices)[number];

/** The instant of a choice, by the clock of the browser. */
export function laterTime(choice: Later, now: Date): Date {
  const at = new Date(now);
  if (choice === 'hours') {
    at.setHours(at.getHours() + 3);
    return at;
  }
  const days = choice === 'tomorrow' ? 1 : choice === 'week' ? 7 : 8 - (at.getDay() === 0 ? 7 : at.getDay());
  at.setDate(at.getDate() + days);
  at.setHours(9, 0, 0, 0);
  return at;
}
