import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Scope } from '@/lib/absence/scope';
import { readCast } from '@/lib/definitions/read-cast';
import type { SimulatedPerson } from '@/lib/engine/simulation/scenario';
import { personOf, type SimulatedWorld } from '@/lib/engine/simulation/simulation';

/** Somebody who is away, and who stands in for them. Addresses are in lower case. */
export type Away = Scope & {
  readonly id: string;
  readonly person: string;
  readonly deputy: string;
  readonly startsAt: string;
  readonly endsAt: string;
};

/** The organization as an instance meets it: people, rules, calendars, and who is away. */
export type RealWorld = Pick<
  SimulatedWorld,
  'people' | 'rules' | 'calendars' | 'timeZone' | 'zones' | 'managers'
> & { readonly away: readonly Away[] };

const around = tenantStatement(
  'dry_run_around',
  `SELECT coalesce((SELECT jsonb_object_agg(p.email, p.time_zone) FROM public.people p
      WHERE p.tenant_id = tenant.id AND p.active), '{}') AS zones,
    coalesce((SELECT jsonb_object_agg(p.email, m.email) FROM public.people p
      JOIN public.people m ON m.tenant_id = p.tenant_id AND m.id = p.manager_id AND m.active
      WHERE p.tenant_id = tenant.id), '{}') AS managers,
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', a.id, 'person', p.email, 'deputy', d.email,
        'startsAt', public.instant_text(a.starts_at), 'endsAt', public.instant_text(a.ends_at), 'processes', a.processes,
        'mostAmount', a.most_amount))
      FROM public.absences a
      JOIN public.people p ON p.tenant_id = a.tenant_id AND p.id = a.person_id
      JOIN public.people d ON d.tenant_id = a.tenant_id AND d.id = a.deputy_id AND d.active
      WHERE a.tenant_id = tenant.id AND a.recalled_at IS NULL AND a.ends_at > now()), '[]') AS away`,
);

type Around = {
  readonly zones: Readonly<Record<string, string>>;
  readonly managers: Readonly<Record<string, string>>;
  readonly away: readonly Away[];
};

/** Reads it, as it is now. */
export async function readWorld(tenantId: string): Promise<RealWorld> {
  const [{ people, ruleValues, calendarValues, timeZone }, [row]] = await Promise.all([
    readCast(tenantId),
    readTenant<Around>(appPool(), tenantId, around),
  ]);
  const { zones, managers, away } = row!;
  const known = new Map(people.map((person): [string, SimulatedPerson] => [person.email, person]));
  return {
    people: [...people],
    rules: ruleValues,
    calendars: calendarValues,
    timeZone,
    zones,
    managers: Object.fromEntries(
      Object.entries(managers).flatMap(([email, manager]) => {
        const person = known.get(manager);
        return person ? [[email, personOf(person)]] : [];
      }),
    ),
    away,
  };
}
