import { instanceMoves, type InstanceStatus } from '@/lib/engine/lifecycle';
import type { InstanceListQuery as ListQuery } from '@/lib/instances/schema';

/** The search parameters of an address as Next gives them. */
export type Query = Readonly<Record<string, string | string[] | undefined>>;

/** Tabs of the list: every status is in exactly one. `all` comes first and has none. */
export const statusGroups = {
  attention: ['needs_attention', 'compensation_failed'],
  waiting: ['waiting'],
  underWay: ['created', 'validated', 'scheduled', 'running', 'resumed', 'compensating'],
  paused: ['paused'],
  failed: ['failed'],
  completed: ['completed'],
  cancelled: ['cancelled', 'reversed'],
} as const satisfies Readonly<Record<string, readonly InstanceStatus[]>>;
export type StatusGroup = keyof typeof statusGroups;

/** Parameters that have one value each. The use case checks what they say. */
const singles = [
  'q',
  'definition',
  'version',
  'state',
  'requester',
  'subject',
  'waitingFor',
  'minAge',
  'maxAge',
  'deadline',
  'cause',
  'sort',
  'columns',
] as const;

export type ListFilters = { readonly [Name in (typeof singles)[number]]?: string | undefined } & {
  readonly status?: readonly InstanceStatus[] | undefined;
};

/** What the address of the list says. */
export type ListAddress = {
  readonly filters: ListFilters;
  readonly cursor?: string;
  /** Cursors of the pages before this one, the first page's empty one included. */
  readonly trail: readonly string[];
};

/** Reads the address; a status that does not exist is left out. */
export function readAddress(query: Query): ListAddress {
  const status = [query['status'] ?? []].flat().filter(isStatus);
  const filters = Object.fromEntries(
    singles.flatMap((name) => {
      const value = [query[name] ?? []].flat()[0]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  const cursor = [query['cursor'] ?? []].flat()[0];
  return {
    filters: { ...filters, ...(status.length > 0 ? { status } : {}) },
    ...(cursor ? { cursor } : {}),
    trail: [query['before'] ?? []].flat(),
  };
}

/** The address of the list with these filters, from its first page. */
export function addressOf(filters: ListFilters, path: string = '/instances'): string {
  const search = searchOf(filters);
  return search.size > 0 ? `${path}?${search}` : path;
}

/** The filters as the use case takes them: what only says how the list looks is left out. */
export function queryOf(filters: ListFilters): ListQuery {
  const { status, ...single } = { ...filters, columns: undefined };
  return { ...single, ...(status && { status: [...status] }) } as ListQuery;
}

/** The addresses of the pages before and after the present one; missing where there is none. */
export function pageAddresses(
  address: ListAddress,
  next: string | null,
): { previous?: string; next?: string } {
  const { filters, cursor, trail } = address;
  const back = trail.at(-1);
  return {
    ...(cursor === undefined ? {} : { previous: at(filters, back ?? '', trail.slice(0, -1)) }),
    ...(next === null ? {} : { next: at(filters, next, cursor === undefined ? [] : [...trail, cursor]) }),
  };
}

/** The group whose statuses are exactly these; `all` for none, undefined for a choice that no tab makes. */
export function groupOf(status: readonly InstanceStatus[] | undefined): StatusGroup | 'all' | undefined {
  if (!status || status.length === 0) return 'all';
  const chosen = new Set<string>(status);
  return (Object.keys(statusGroups) as StatusGroup[]).find(
    (group) =>
      statusGroups[group].length === chosen.size && statusGroups[group].every((one) => chosen.has(one)),
  );
}

function at(filters: ListFilters, cursor: string, before: readonly string[]): string {
  const search = searchOf(filters);
  if (cursor !== '') search.set('cursor', cursor);
  for (const one of before) search.append('before', one);
  return search.size > 0 ? `/instances?${search}` : '/instances';
}

export function searchOf({ status, ...single }: ListFilters): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(single)) if (value) search.set(name, value as string);
  for (const one of status ?? []) search.append('status', one);
  return search;
}

function isStatus(text: string): text is InstanceStatus {
  return Object.hasOwn(instanceMoves, text);
}
