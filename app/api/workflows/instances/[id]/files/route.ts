import { authorizeUpload, uploadFile } from '@/lib/files/commands';
import { listFiles } from '@/lib/files/queries';
import { limits } from '@/lib/files/schema';
import { callerOf } from '@/lib/http/caller';
import { endpoint, withinQuota } from '@/lib/http/endpoint';
import { rawEndpoint } from '@/lib/http/raw-endpoint';

export const GET = endpoint<{ id: string }>(async ({ actor, params }) => ({
  result: await listFiles(actor, params.id),
}));

/** The body is the file's content, and nothing is read before its sender may send it. */
export const POST = rawEndpoint<{ id: string }>(async ({ request, params, read }) => {
  const caller = await callerOf(request);
  if (!caller.ok) return caller;
  const { value: actor } = caller;
  return withinQuota(request, actor, async () => {
    const authorized = await authorizeUpload(actor, params.id);
    if (!authorized.ok) return { result: authorized };
    const content = await read(limits.fileBytes);
    if (!content.ok) return { result: content };
    const query = new URL(request.url).searchParams;
    const upload = { step: query.get('step') ?? '', name: query.get('name') ?? '' };
    return { result: await uploadFile(actor, params.id, upload, content.value), status: 201 };
  });
});
