import { actingFor } from '@/lib/absence/acting-for';
import { endpoint } from '@/lib/http/endpoint';
import { done } from '@/lib/people/refusal';

export const GET = endpoint(async ({ actor }) => ({ result: done(await actingFor(actor)) }));
