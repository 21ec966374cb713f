import { listDefinitions } from '@/lib/definitions/queries';
import { endpoint } from '@/lib/http/endpoint';
import { searchQuerySchema } from '@/lib/http/page';
import { readInput } from '@/lib/people/input';

export const GET = endpoint(async ({ actor, query }) => {
  const page = readInput(searchQuerySchema, query);
  return { result: page.ok ? await listDefinitions(actor, page.value) : page };
});
