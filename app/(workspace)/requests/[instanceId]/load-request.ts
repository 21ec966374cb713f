import { notFound } from 'next/navigation';
import { cache } from 'react';
import { getInstance } from '@/lib/instances/queries';
import { requireActor } from '@/lib/session/session';

/** The request, read once a page. What is not there and what one may not see look the same. */
export const loadRequest = cache(async (instanceId: string) => {
  const found = await getInstance(await requireActor(), instanceId);
  if (!found.ok) notFound();
  return found.value;
});
