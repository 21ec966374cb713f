import { z } from 'zod';

/** What `relay_outbox` hands to the queue. */
export const instancePayload = z.object({ tenantId: z.uuid(), instanceId: z.uuid() });
/** The instance is the parent; `child` is the key under which it has asked for the child. */
export const childPayload = instancePayload.extend({ child: z.string() });
export const executionPayload = instancePayload.extend({ execution: z.string() });
