import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';

/** The schema of Graphile Worker. */
const schema = 'graphile_worker';

const silent = new Logger(() => () => undefined);

/**
 * Installs or upgrades Graphile Worker's schema as the owner, and lets the app's role work with it. The queue turns
 * row-level security on and writes no policy, which would hide every job from the app.
 */
export async function installQueue(client: pg.Client, ownerUrl: string): Promise<void> {
  await runMigrations({ connectionString: ownerUrl, schema, logger: silent, maxPoolSize: 2 });
  await client.query(`
    grant usage on schema ${schema} to interlock_app;
    grant select, insert, update, delete on all tables in schema ${schema} to interlock_app;
    grant usage on all sequences in schema ${schema} to interlock_app;
    grant execute on all functions in schema ${schema} to interlock_app;
    do $$
    declare name text;
    begin
      for name in
        select c.relname from pg_class c
         where c.relnamespace = '${schema}'::regnamespace and c.relrowsecurity
           and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'interlock_app')
      loop
        execute format('create policy interlock_app on ${schema}.%I to interlock_app using (true) with check (true)', name);
      end loop;
    end $$;`);
}
