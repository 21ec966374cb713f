/** Name of the cookie that carries a choice of language made before signing in. */
export const localeCookie = 'interlock_locale';

/** The tags of an Accept-Language header, most wanted first (RFC 9110, 12.5.4). */
export function acceptedLocales(header: string | null | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((p) => p.trim()).find((p) => p.startsWith('q='));
      return { tag: tag.trim(), quality: quality ? Number(quality.slice(2)) : 1 };
    })
    .filter(({ tag, quality }) => tag !== '' && tag !== '*' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
