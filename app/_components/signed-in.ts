import type { Account } from '@/components/shell/missing-page';
import { currentActor } from '@/lib/session/session';

/** Who is signed in, as pages that have nothing to show say it; null where nobody is. */
export async function signedIn(): Promise<Account | null> {
  const actor = await currentActor();
  return actor && { name: actor.name, organization: actor.tenantName };
}
