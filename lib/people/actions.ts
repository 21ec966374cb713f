'use server';

import type { Person } from '@/lib/engine/snapshot';
import { requireActor } from '@/lib/session/session';
import { findColleagues } from './directory';

/** Colleagues whose name or address has the words in it. */
export async function findColleaguesAction(q: string): Promise<readonly Person[]> {
  const found = await findColleagues(await requireActor(), { q });
  return found.ok ? found.value : [];
}
