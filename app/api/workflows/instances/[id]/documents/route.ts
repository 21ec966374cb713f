import { authorizeComment } from '@/lib/comments/authorize-comment';
import { addDocument } from '@/lib/comments/commands';
import { limits, newDocumentOf } from '@/lib/files/schema';
import { callerOf } from '@/lib/http/caller';
import { withinQuota } from '@/lib/http/endpoint';
import { rawEndpoint } from '@/lib/http/raw-endpoint';

/** The body is the document, its name and what it has to be stand in the query; nothing is read before its sender may send it. */
export const POST = rawEndpoint<{ id: string }>(async ({ request, params, read }) => {
  const caller = await callerOf(request);
  if (!caller.ok) return caller;
  const { value: actor } = caller;
  return withinQuota(request, actor, async () => {
    const authorized = await authorizeComment(actor, params.id);
    if (!authorized.ok) return { result: authorized };
    const content = await read(limits.fileBytes);
    if (!content.ok) return { result: content };
    const document = newDocumentOf(new URL(request.url).searchParams);
    return { result: await addDocument(actor, params.id, document, content.value), status: 201 };
  });
});
