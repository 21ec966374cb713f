/** A JSON pointer (RFC 6901) of the path's names and positions; the whole document is ''. */
export function pointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** What stands at the path, and whether anything does. */
export function at(
  json: unknown,
  path: readonly PropertyKey[],
): { readonly found: boolean; readonly value: unknown } {
  let value = json;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return { found: false, value: undefined };
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return { found: value !== undefined, value };
}
