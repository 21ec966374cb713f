/** The tabs of an instance's page, as `?tab=` names them. */
export const tabs = [
  'timeline',
  'tasks',
  'activities',
  'children',
  'timers',
  'signals',
  'messages',
  'operations',
  'data',
] as const;
export type InstanceTab = (typeof tabs)[number];

/** The tab that an address names; the timeline where it names none. */
export function readTab(value: string | string[] | undefined): InstanceTab {
  return tabs.find((tab) => tab === value) ?? 'timeline';
}
