import { taskSorts, views } from '@/lib/tasks/schema';

export type View = (typeof views)[number];
export type Sort = (typeof taskSorts)[number];

/** Which tasks the list shows, and in which order. */
export type InboxQuery = { readonly view: View; readonly sort: Sort; readonly q: string };

/** Rows of a first page. */
export const perPage = 50;

/** The query of an address. @param fallback the view where the address names none */
export function readInboxQuery(search: URLSearchParams, fallback: View): InboxQuery {
  const view = views.find((one) => one === search.get('view')) ?? fallback;
  const sort = taskSorts.find((one) => one === search.get('sort')) ?? usualSort(view);
  return { view, sort, q: (search.get('q') ?? '').trim().slice(0, 200) };
}

/** What has to be done first stands first; what was done, the newest first. */
export function usualSort(view: View): Sort {
  return view === 'done' ? 'newest' : 'due';
}

/** The address of a list, or of a task beside it. */
export function inboxAddress({ view, sort, q }: InboxQuery, taskId?: string): string {
  const search = new URLSearchParams({ view });
  if (sort !== usualSort(view)) search.set('sort', sort);
  if (q !== '') search.set('q', q);
  return `/inbox${taskId === undefined ? '' : `/${taskId}`}?${search}`;
}

/** Tells two queries apart. */
export function queryKey({ view, sort, q }: InboxQuery): string {
  return JSON.stringify([view, sort, q]);
}

/** Address of a page of the list in the HTTP API. */
export function listAddress({ view, sort, q }: InboxQuery, page: { cursor?: string; limit: number }): string {
  const search = new URLSearchParams({ view, sort, limit: String(page.limit) });
  if (q !== '') search.set('q', q);
  if (page.cursor !== undefined) search.set('cursor', page.cursor);
  return `/api/workflows/tasks?${search}`;
}
