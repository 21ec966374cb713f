'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { createAbsence, recallAbsence } from './commands';
import type { AbsenceRow, CreateAbsence } from './schema';

/** Enters an absence with a deputy. */
export async function createAbsenceAction(absence: CreateAbsence): Promise<Result<AbsenceRow>> {
  return shown(await createAbsence(await requireActor(), absence));
}

/** Ends an absence at once. */
export async function recallAbsenceAction(id: string): Promise<Result<AbsenceRow>> {
  return shown(await recallAbsence(await requireActor(), id));
}

function shown(result: Result<AbsenceRow>): Result<AbsenceRow> {
  revalidatePath('/', 'layout');
  return result;
}
