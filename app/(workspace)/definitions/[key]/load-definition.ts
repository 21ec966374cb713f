import { notFound } from 'next/navigation';
import { cache } from 'react';
import { getDefinition, getVersion } from '@/lib/definitions/queries';
import { requireActor } from '@/lib/session/session';

/** The definition, read once a request. What is not there and what one may not see look the same. */
export const loadDefinition = cache(async (key: string) => {
  const found = await getDefinition(await requireActor(), key);
  if (!found.ok) notFound();
  return found.value;
});

/** A published version of it. */
export const loadVersion = cache(async (key: string, version: number) => {
  const found = await getVersion(await requireActor(), key, version);
  if (!found.ok) notFound();
  return found.value;
});
