/** The parameters of a list's address, each once. */
export type ListQuery = { readonly [name: string]: string | string[] | undefined };

/** One parameter of an address; undefined where it is missing or empty. */
export function parameter(query: ListQuery, name: string): string | undefined {
  return [query[name] ?? []].flat()[0]?.trim() || undefined;
}

/** An address with those parameters that have a value. */
export function addressOf(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter((one): one is [string, string] => one[1] !== undefined);
  const search = new URLSearchParams(given);
  return search.size > 0 ? `${path}?${search}` : path;
}
