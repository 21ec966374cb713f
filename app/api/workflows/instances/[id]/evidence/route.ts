import { endpoint } from '@/lib/http/endpoint';
import { exportEvidence } from '@/lib/support/evidence';

export const GET = endpoint<{ id: string }>(async ({ actor, params }) => ({
  result: await exportEvidence(actor, params.id),
  headers: {
    'content-disposition': `attachment; filename="evidence-${params.id.replace(/[^0-9a-f-]/gi, '')}.json"`,
  },
}));
