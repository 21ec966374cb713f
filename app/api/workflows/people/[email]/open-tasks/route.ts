import { endpoint } from '@/lib/http/endpoint';
import { decodedParameter } from '@/lib/http/parameter';
import { previewLeaver } from '@/lib/tasks/leaver';

export const GET = endpoint<{ email: string }>(async ({ actor, params }) => ({
  result: await previewLeaver(actor, decodedParameter(params.email)),
}));
