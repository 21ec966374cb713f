import type { InstanceStatus } from '@/lib/engine/lifecycle';
import { instanceMoves, isClosed } from '@/lib/engine/lifecycle';

export const requestViews = ['open', 'ended', 'all'] as const;
export type RequestView = (typeof requestViews)[number];

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** A page of the list: its view, where it begins, and the pages before it. */
export type RequestsAddress = {
  readonly view: RequestView;
  readonly cursor: string | undefined;
  readonly trail: readonly string[];
};

/** The page that an address names; what is unknown in it is passed over. */
export function readRequestsAddress({ view, cursor, before }: Query): RequestsAddress {
  return {
    view: requestViews.find((one) => one === view) ?? 'open',
    cursor: typeof cursor === 'string' && cursor !== '' ? cursor : undefined,
    trail: before === undefined ? [] : [before].flat(),
  };
}

/** The address of a page. */
export function requestsAddress(view: RequestView, cursor?: string, trail: readonly string[] = []): string {
  const search = new URLSearchParams();
  if (view !== 'open') search.set('view', view);
  if (cursor !== undefined && cursor !== '') search.set('cursor', cursor);
  for (const one of trail) search.append('before', one);
  return search.size > 0 ? `/requests?${search}` : '/requests';
}

/** The pages beside this one. @param next the cursor of the page after it */
export function besides(
  { view, cursor, trail }: RequestsAddress,
  next: string | null,
): { previous?: string; next?: string } {
  return {
    ...(cursor === undefined ? {} : { previous: requestsAddress(view, trail.at(-1), trail.slice(0, -1)) }),
    ...(next === null
      ? {}
      : { next: requestsAddress(view, next, cursor === undefined ? [] : [...trail, cursor]) }),
  };
}

/** The statuses of a view; undefined for all. A request that failed has ended for the one who asked. */
export function statusesOf(view: RequestView): InstanceStatus[] | undefined {
  if (view === 'all') return undefined;
  const all = Object.keys(instanceMoves) as InstanceStatus[];
  return all.filter((status) => (isClosed(status) || status === 'failed') === (view === 'ended'));
}
