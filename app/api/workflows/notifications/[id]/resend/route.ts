import { endpoint } from '@/lib/http/endpoint';
import { resendMail } from '@/lib/notifications/commands';

export const POST = endpoint<{ id: string }>(async ({ actor, params }) => ({
  result: await resendMail(actor, params.id),
}));
