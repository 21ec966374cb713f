import {
  groupings,
  type InboxQuery,
  inboxQuerySchema,
  listLimits,
  readFactFilter,
  type View,
  views,
} from '@/lib/inbox/schema';

/** Rows of a first page. */
export const perPage = 50;

/** The query of an address; what makes no sense in it is left out. @param fallback the view where the address names none */
export function readInboxQuery(search: URLSearchParams, fallback: View): InboxQuery {
  const view = views.find((one) => one === search.get('view')) ?? fallback;
  const fields = inboxQuerySchema.shape;
  const one = <K extends 'q' | 'definition' | 'overdue' | 'priorityFrom' | 'group'>(
    name: K,
  ): InboxQuery[K] => {
    const read = fields[name].safeParse(search.get(name) ?? undefined);
    return (read.success ? read.data : undefined) as InboxQuery[K];
  };
  const sort = fields.sort.safeParse(search.getAll('sort').slice(0, listLimits.sorts));
  const fact = fields.fact.safeParse(search.getAll('fact').slice(0, listLimits.facts));
  return tidy({
    view,
    sort: sort.success ? sort.data : usualSort(view),
    q: one('q'),
    definition: one('definition'),
    overdue: one('overdue'),
    priorityFrom: one('priorityFrom'),
    group: groupings.find((grouping) => grouping === search.get('group')),
    fact: fact.success ? fact.data : undefined,
  });
}

/** The query of a view with nothing chosen. */
export function usualQuery(view: View): InboxQuery {
  return { view, sort: usualSort(view) };
}

/** What has to be done first stands first; what was done, the newest first. */
function usualSort(view: View): string[] {
  return view === 'done' ? ['newest'] : ['due'];
}

/** Without what narrows nothing, so that equal lists have equal queries. */
export function tidy(query: InboxQuery): InboxQuery {
  const { view, sort, q, definition, overdue, priorityFrom, group, fact } = query;
  return {
    view,
    sort: sort.length > 0 ? sort : usualSort(view),
    ...(q && { q }),
    ...(definition && { definition }),
    ...(overdue && { overdue }),
    ...(priorityFrom !== undefined && { priorityFrom }),
    ...(group && { group }),
    ...(fact && fact.length > 0 && { fact }),
  };
}

/** The address of a list, or of a task beside it. */
export function inboxAddress(query: InboxQuery, taskId?: string): string {
  const search = new URLSearchParams(pairs(query, true));
  return `/inbox${taskId === undefined ? '' : `/${taskId}`}?${search}`;
}

/** Tells two queries apart. */
export function queryKey(query: InboxQuery): string {
  return new URLSearchParams(pairs(query, false)).toString();
}

/** Whether anything narrows the list. */
export function isNarrowed({ q, definition, overdue, priorityFrom, fact }: InboxQuery): boolean {
  return [q, definition, overdue, priorityFrom, fact].some((one) => one !== undefined);
}

/** The query with one more filter on a business fact; one of the same label and operator is replaced. */
export function withFact(query: InboxQuery, text: string): InboxQuery {
  const added = readFactFilter(text);
  const others = (query.fact ?? []).filter((one) => {
    const { label, operator } = readFactFilter(one);
    return label !== added.label || operator !== added.operator;
  });
  return tidy({ ...query, fact: [...others, text].slice(-listLimits.facts) });
}

/** The query without one of its filters. */
export function withoutFact(query: InboxQuery, text: string): InboxQuery {
  return tidy({ ...query, fact: (query.fact ?? []).filter((one) => one !== text) });
}

/** Address of a page of the list in the HTTP API. */
export function listAddress(query: InboxQuery, page: { cursor?: string; limit: number }): string {
  const search = new URLSearchParams(pairs(query, false));
  search.set('limit', String(page.limit));
  if (page.cursor !== undefined) search.set('cursor', page.cursor);
  return `/api/workflows/tasks?${search}`;
}

function pairs(query: InboxQuery, short: boolean): string[][] {
  const { view, sort, q, definition, overdue, priorityFrom, group, fact = [] } = query;
  const usual = short && sort.join() === usualSort(view).join();
  return [
    ['view', view],
    ...(usual ? [] : sort.map((one) => ['sort', one])),
    ...(group ? [['group', group]] : []),
    ...(q ? [['q', q]] : []),
    ...(definition ? [['definition', definition]] : []),
    ...(overdue ? [['overdue', 'true']] : []),
    ...(priorityFrom === undefined ? [] : [['priorityFrom', String(priorityFrom)]]),
    ...fact.map((one) => ['fact', one]),
  ];
}
