import { endpoint } from '@/lib/http/endpoint';
import { readBoard } from '@/lib/support/board';

export const GET = endpoint(async ({ actor }) => ({ result: await readBoard(actor) }));
