import { endpoint } from '@/lib/http/endpoint';
import { previewAuthority } from '@/lib/tasks/preview';

export const GET = endpoint<{ id: string }>(async ({ actor, params }) => ({
  result: await previewAuthority(actor, params.id),
}));
