/** What of a task is shown: the decision, what happened to its request, or the drawing with where it is. */
export const taskTabs = ['decide', 'history', 'diagram'] as const;
export type TaskTab = (typeof taskTabs)[number];

/** The tab that an address names. */
export function readTaskTab(text: string | string[] | undefined): TaskTab {
  return taskTabs.find((one) => one === text) ?? 'decide';
}
