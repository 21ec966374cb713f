/**
 * Where to go after signing in: the path that was asked for, or home. Only paths of this site pass, so a link
 * to the sign-in page cannot send a person elsewhere.
 * @param wanted the `next` parameter as it came from outside
 */
export function safeDestination(wanted: string | string[] | null | undefined): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/';
  const base = 'http://this.invalid';
  if (!URL.canParse(wanted, base)) return '/';
  const target = new URL(wanted, base);
  // `//host`, `/\host` and the like resolve to another origin.
  if (target.origin !== base || target.pathname.startsWith('/sign-in')) return '/';
  return target.pathname + target.search + target.hash;
}
