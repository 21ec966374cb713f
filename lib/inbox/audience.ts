import type { View } from './schema';

/** What of a person says in whose lists they look. */
export type Reader = {
  readonly personId: string;
  readonly email: string;
  readonly roles: readonly string[];
};

/** A list of `task_audiences`, and whether its tasks are for whoever may decide them: not for those whom a task bars. */
export type Audience = { readonly name: string; readonly barring: boolean };

/** The lists that a view puts together (prisma/functions/file_task.sql writes them). A person who stands in for another has the other's too. */
export function audiencesOf(view: View, { personId, email, roles }: Reader): Audience[] {
  const address = email.toLowerCase();
  switch (view) {
    case 'mine':
      return [
        { name: `p:${personId}`, barring: false },
        { name: `o:${address}`, barring: true },
      ];
    case 'groups':
      return [`a:${address}`, ...roles.map((role) => `r:${role}`)].map((name) => ({ name, barring: true }));
    case 'waiting':
      return [{ name: `w:${personId}`, barring: false }];
    case 'done':
      return [{ name: `d:${personId}`, barring: false }];
    case 'all':
      return [{ name: '*', barring: false }];
  }
}
