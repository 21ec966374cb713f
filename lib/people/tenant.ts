import { appPool } from '@/lib/database/pool';
import type { Actor } from './actor';
import { permissions } from './permissions';

/** The tenant of an installation that nobody has divided into several. */
const firstTenantId = '00000000-0000-7000-8000-000000000001';

/**
 * The first tenant, made where there is none. @returns the installation itself as an actor with every permission, for
 * composition roots that set things up (the administrator's key, the demo)
 * @param named what it is called from now on, also where it was there; else a new one has the product's name and UTC
 */
export async function ensureFirstTenant(named?: {
  readonly name: string;
  readonly timeZone: string;
}): Promise<Actor> {
  const { name, timeZone } = named ?? { name: 'Interlock', timeZone: 'UTC' };
  const whereThere = named ? 'UPDATE SET name = excluded.name, time_zone = excluded.time_zone' : 'NOTHING';
  const client = await appPool().connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT set_config('interlock.tenant_id', $1, true)`, [firstTenantId]);
    await client.query(
      `INSERT INTO public.tenants (id, name, time_zone) VALUES ($1, $2, $3) ON CONFLICT (id) DO ${whereThere}`,
      [firstTenantId, name, timeZone],
    );
    const { rows } = await client.query<{ name: string }>('SELECT name FROM public.tenants WHERE id = $1', [
      firstTenantId,
    ]);
    await client.query('COMMIT');
    return installation(firstTenantId, rows[0]!.name);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

function installation(tenantId: string, tenantName: string): Actor {
  return {
    tenantId,
    tenantName,
    personId: tenantId,
    name: 'Interlock',
    email: '',
    roles: [],
    permissions,
    locale: 'en',
    timeZone: 'UTC',
    via: 'api',
    apiKeyId: tenantId,
  };
}
