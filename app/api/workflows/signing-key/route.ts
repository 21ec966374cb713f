import { revealSigningKey } from '@/lib/event-sinks/commands';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint(async ({ actor }) => ({ result: await revealSigningKey(actor) }));
