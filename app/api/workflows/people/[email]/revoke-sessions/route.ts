import { endpoint } from '@/lib/http/endpoint';
import { decodedParameter } from '@/lib/http/parameter';
import { revokeSessions } from '@/lib/people/commands';

export const POST = endpoint<{ email: string }>(async ({ actor, params }) => ({
  result: await revokeSessions(actor, decodedParameter(params.email)),
}));
