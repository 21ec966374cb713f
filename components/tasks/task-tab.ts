/** What of a task is shown: the decision, what was written about its request, what happened to it, or the drawing with where it is. */
export const taskTabs = ['decide', 'conversation', 'history', 'diagram'] as const;
export type TaskTab = (typeof taskTabs)[number];

/** The tab that an address names. */
export function readTaskTab(text: string | string[] | undefined): TaskTab {
  return taskTabs.find((one) => one === text) ?? 'decide';
}
