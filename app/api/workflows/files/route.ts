import { authorizeStartFile, uploadStartFile } from '@/lib/files/commands';
import { limits } from '@/lib/files/schema';
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
    const authorized = await authorizeStartFile(actor, definition);
    if (!authorized.ok) return { result: authorized };
    const content = await read(limits.fileBytes);
    if (!content.ok) return { result: content };
    const result = await uploadStartFile(actor, definition, query.get('name') ?? '', content.value);
    return { result, status: 201 };
  });
});
