import { problem } from '@/lib/http/problem';

/** An address that the API does not have. */
function notThere(): Response {
  return problem({
    code: 'not_found',
    message: 'There is no such address. GET /api/workflows/openapi.json says which there are.',
    data: {},
  });
}

export { notThere as DELETE, notThere as GET, notThere as PATCH, notThere as POST, notThere as PUT };
