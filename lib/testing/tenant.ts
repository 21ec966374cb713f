import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Person } from '@/lib/engine/snapshot';
import { newId } from '@/lib/runtime/uuid';

/** A definition that a test has published. */
export type Published = {
  readonly definitionId: string;
  readonly versionId: string;
  readonly key: string;
  readonly version: number;
  readonly subjectType: string;
};

/** Makes a tenant. @returns its id */
export async function makeTenant(owner: Pool, name = 'Example Ltd'): Promise<string> {
  const id = newId();
  await owner.query('INSERT INTO tenants (id, name) VALUES ($1, $2)', [id, name]);
  return id;
}

/** Makes a person of the tenant. */
export async function makePerson(owner: Pool, tenantId: string, name = 'Ann Lee'): Promise<Person> {
  const person = { id: newId(), name, email: `${name.toLowerCase().replaceAll(' ', '.')}@example.test` };
  await owner.query('INSERT INTO people (tenant_id, id, email, name) VALUES ($1, $2, $3, $4)', [
    tenantId,
    person.id,
    person.email,
    person.name,
  ]);
  return person;
}

/** Publishes a definition as its next version, which is active from then on; nothing lints it. */
export async function publish(owner: Pool, tenantId: string, definition: Definition): Promise<Published> {
  const draft = await owner.query<{ id: string; revision: number }>(
    `INSERT INTO definitions (tenant_id, id, key, name, draft) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant_id, key) DO UPDATE SET draft = excluded.draft, revision = definitions.revision + 1
     RETURNING id, revision`,
    [tenantId, newId(), definition.key, definition.name, JSON.stringify(definition)],
  );
  const { id, revision } = draft.rows[0]!;
  const versionId = newId();
  const hash = createHash('sha256').update(JSON.stringify(definition)).digest('hex');
  const { rows } = await owner.query<{ version: number }>(
    'SELECT public.publish_definition($1, $2, $3, $4, $5, NULL) AS version',
    [tenantId, id, revision, versionId, hash],
  );
  const { version } = rows[0]!;
  return { definitionId: id, versionId, key: definition.key, version, subjectType: definition.subject.type };
}
