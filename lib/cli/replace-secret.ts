import pg from 'pg';
import type { Configuration } from '@/lib/configuration/configuration';
import { loadSecret } from '@/lib/configuration/secret';
import { resealSecrets } from '@/lib/runtime/sealed-secrets';

/** Seals stored secrets anew where INTERLOCK_FORMER_SECRET names the one that has sealed them; else nothing. */
export async function replaceSecret(
  settings: Configuration,
  ownerUrl: string,
  say: (message: string) => void,
): Promise<void> {
  if (!settings.formerSecret) return;
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'interlock replace secret' });
  await client.connect();
  try {
    const { changed, left } = await resealSecrets(client, settings.formerSecret, loadSecret(settings));
    say(
      `${changed} stored secrets sealed anew with the present INTERLOCK_SECRET; ${left} that neither opens have to be entered again`,
    );
  } finally {
    await client.end();
  }
}
