import { uploadStartFile } from '@/lib/files/commands';
import { limits, newDocumentOf } from '@/lib/files/schema';
import { callerOf } from '@/lib/http/caller';
import { withinQuota } from '@/lib/http/endpoint';
import { rawEndpoint } from '@/lib/http/raw-endpoint';

/** The body is the content of a file for a request that is about to be started; what it is for and its name stand in the query. */
export const POST = rawEndpoint(async ({ request, read }) => {
  const caller = await callerOf(request);
  if (!caller.ok) return caller;
  const { value: actor } = caller;
  return withinQuota(request, actor, async () => {
    const query = new URL(request.url).searchParams;
    const definition = query.get('definition') ?? '';
    const result = await uploadStartFile(actor, definition, newDocumentOf(query), () =>
      read(limits.fileBytes),
    );
    return { result, status: 201 };
  });
});
