import type { Principal } from '@/lib/absence/acting-for';
import type { View } from './schema';

/** What of a person says in whose lists they look. */
export type Reader = {
  readonly personId: string;
  readonly email: string;
  readonly roles: readonly string[];
};

/** A list of `task_audiences`, as far as the reader has to do with it. */
export type Audience = {
  readonly name: string;
  /** Addresses and ids: a task that bars one of them is not for the reader. */
  readonly barred: readonly string[];
  /** Keys of definitions; none named: all. */
  readonly processes?: readonly string[];
  /** Only tasks about at most this amount. */
  readonly mostAmount?: number | null;
};

/**
 * The lists that a view puts together (prisma/functions/file_task.sql writes them).
 * @param principals those for whom the reader stands in now; they have a view of their own
 */
export function audiencesOf(view: View, reader: Reader, principals: readonly Principal[]): Audience[] {
  const { personId } = reader;
  switch (view) {
    case 'mine':
      return mine(reader, [reader]);
    case 'snoozed':
      return [...mine(reader, [reader]), ...groups(reader, [reader]), ...acting(reader, principals)];
    case 'groups':
      return groups(reader, [reader]);
    case 'acting':
      return acting(reader, principals);
    case 'waiting':
      return [{ name: `w:${personId}`, barred: [] }];
    case 'done':
      return [{ name: `d:${personId}`, barred: [] }];
    case 'all':
      return [{ name: '*', barred: [] }];
  }
}

function acting(reader: Reader, principals: readonly Principal[]): Audience[] {
  return principals.flatMap(({ id, email, roles, processes, mostAmount }) => {
    const absent = { personId: id, email, roles };
    // What either of them may not decide, the deputy may not.
    const both = [reader, absent];
    return [...mine(absent, both), ...groups(absent, both)].map((one) => ({ ...one, processes, mostAmount }));
  });
}

function mine({ personId, email }: Reader, deciders: readonly Reader[]): Audience[] {
  return [
    { name: `p:${personId}`, barred: deciders.length > 1 ? barredOf(deciders) : [] },
    { name: `o:${email.toLowerCase()}`, barred: barredOf(deciders) },
  ];
}

function groups({ email, roles }: Reader, deciders: readonly Reader[]): Audience[] {
  const barred = barredOf(deciders);
  return [`a:${email.toLowerCase()}`, ...roles.map((role) => `r:${role}`)].map((name) => ({ name, barred }));
}

function barredOf(deciders: readonly Reader[]): string[] {
  return deciders.flatMap(({ personId, email }) => [personId, email.toLowerCase()]);
}
