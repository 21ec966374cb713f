import { authorizeUpload, uploadFile } from '@/lib/files/commands';
import { listFiles } from '@/lib/files/queries';
import { limits } from '@/lib/files/schema';
import { callerOf } from '@/lib/http/caller';
import { endpoint } from '@/lib/http/endpoint';
import { rawEndpoint } from '@/lib/http/raw-endpoint';

export const GET = endpoint<{ id: string }>(async ({ actor, params }) => ({
  result: await listFiles(actor, params.id),
}));

/** The body is the file's content, and nothing is read before its sender may send it. */
export const POST = rawEndpoint<{ id: string }>(async ({ request, params, read }) => {
  const caller = await callerOf(request);
  if (!caller.ok) return caller;
  const authorized = await authorizeUpload(caller.value, params.id);
  if (!authorized.ok) return { result: authorized };
  const content = await read(limits.fileBytes);
  if (!content.ok) return { result: content };
  const query = new URL(request.url).searchParams;
  const upload = { step: query.get('step') ?? '', name: query.get('name') ?? '' };
  return { result: await uploadFile(caller.value, params.id, upload, content.value), status: 201 };
});
