import { createAbsence } from '@/lib/absence/commands';
import { listAbsences } from '@/lib/absence/queries';
import type { AbsenceFilters, CreateAbsence } from '@/lib/absence/schema';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint(async ({ actor, query }) => ({
  result: await listAbsences(actor, query as AbsenceFilters),
}));

export const POST = endpoint(async ({ actor, body }) => ({
  result: await createAbsence(actor, body as CreateAbsence),
  status: 201,
}));
