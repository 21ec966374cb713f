import { endpoint } from '@/lib/http/endpoint';
import { findColleagues } from '@/lib/people/directory';
import type { Colleagues } from '@/lib/people/schema';

export const GET = endpoint(async ({ actor, query }) => ({
  result: await findColleagues(actor, query as Colleagues),
}));
