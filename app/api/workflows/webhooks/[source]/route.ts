import { rawEndpoint } from '@/lib/http/raw-endpoint';
import { receiveWebhook } from '@/lib/webhooks/receive';
import { limits } from '@/lib/webhooks/schema';

export const POST = rawEndpoint<{ source: string }>(async ({ request, params, read }) => {
  const body = await read(limits.bodyBytes);
  return {
    result: await receiveWebhook(params.source, { headers: request.headers, body }),
    status: 202,
  };
});
