import { listActivityTypes } from '@/lib/definitions/queries';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint(({ actor }) => Promise.resolve({ result: listActivityTypes(actor) }));
