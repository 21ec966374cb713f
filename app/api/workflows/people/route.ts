import { endpoint } from '@/lib/http/endpoint';
import { searchQuerySchema } from '@/lib/http/page';
import { readInput } from '@/lib/people/input';
import { listPeople } from '@/lib/people/queries';

export const GET = endpoint(async ({ actor, query }) => {
  const page = readInput(searchQuerySchema, query);
  return { result: page.ok ? await listPeople(actor, page.value) : page };
});
