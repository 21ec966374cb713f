import { z } from 'zod';

/** What `relay_outbox` hands to the queue. */
export const instancePayload = z.object({ tenantId: z.uuid(), instanceId: z.uuid() });
export const executionPayload = instancePayload.extend({ execution: z.string() });
