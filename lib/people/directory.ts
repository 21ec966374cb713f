import { forTenant } from '@/lib/database/client';
import type { Person } from '@/lib/engine/snapshot';
import type { Actor } from './actor';
import { isBareKey, lacks } from './authorize';
import { readInput } from './input';
import { type Result, done } from './refusal';
import { type Colleagues, colleaguesSchema } from './schema';

/**
 * Active people of the tenant by a part of their name or address, the first by name: to name a deputy, or to give a task to. Every
 * person may look their colleagues up; a key that acts as nobody needs people.manage.
 */
export async function findColleagues(
  actor: Actor,
  query: Colleagues = {},
): Promise<Result<readonly Person[]>> {
  const lacking = isBareKey(actor) ? lacks(actor, 'people.manage') : null;
  if (lacking) return lacking;
  const read = readInput(colleaguesSchema, query);
  if (!read.ok) return read;
  const { q, limit } = read.value;
  const contains = { contains: q, mode: 'insensitive' } as const;
  return done(
    await forTenant(actor.tenantId).person.findMany({
      where: { active: true, OR: [{ name: contains }, { email: contains }] },
      select: { id: true, name: true, email: true },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      take: limit,
    }),
  );
}
