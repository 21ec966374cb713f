import { getFile } from '@/lib/files/queries';
import { endpoint } from '@/lib/http/endpoint';

/**
 * A file for saving. What somebody uploaded is never shown as a page of ours: the browser saves it, guesses nothing about its
 * type, and would run nothing of it if it were opened all the same.
 */
export const GET = endpoint<{ id: string }>(async ({ actor, params }) => {
  const found = await getFile(actor, params.id);
  if (!found.ok) return { result: found };
  const { file, content } = found.value;
  const ascii = file.name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return new Response(content, {
    headers: {
      'content-type': file.type,
      'content-length': String(content.byteLength),
      'content-disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encoded(file.name)}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
      etag: `"${file.sha256}"`,
    },
  });
});

/** For RFC 8187: encodeURIComponent leaves four characters that it does not allow. */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
