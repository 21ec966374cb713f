import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { pointer } from '@/lib/engine/definition/pointer';
import type { FieldError } from '@/lib/engine/decide/refusals';
import type { Json, JsonObject } from '@/lib/engine/json';
import { fileValue, readFileValue } from '@/lib/engine/file-value';

const ofInstance = tenantStatement(
  'named_files_of_instance',
  `SELECT f.id, f.name FROM public.files f
   WHERE f.tenant_id = tenant.id AND f.instance_id = $2 AND f.id = ANY ($3::uuid[]) AND f.erased_at IS NULL`,
);
const forStart = tenantStatement(
  'named_files_for_start',
  `SELECT f.id, f.name FROM public.files f
   WHERE f.tenant_id = tenant.id AND f.instance_id IS NULL AND f.uploaded_by_id = $2 AND f.id = ANY ($3::uuid[])`,
);

/** Among which files those of a form have to be. */
export type FilesOf =
  | { readonly instanceId: string }
  /** Uploaded by this person for a start, which has not been yet. */
  | { readonly waitingOf: string };

/**
 * What is wrong with the files of a form: each has to be a document of the instance that it is filled in for, or to wait for the
 * start that it is filled in for, under its name.
 * @param at where the form stands in what came in: `/form`
 */
export async function checkFiles(
  tenantId: string,
  of: FilesOf,
  schema: JsonObject,
  form: JsonObject,
  at: string,
): Promise<FieldError[]> {
  const named = filesIn(schema, form, []);
  if (named.length === 0) return [];
  const files = named.map(({ value }) => readFileValue(value));
  const ids = files.flatMap((file) => file?.id ?? []);
  const [statement, whose] = 'instanceId' in of ? [ofInstance, of.instanceId] : [forStart, of.waitingOf];
  const rows = await readTenant<{ id: string; name: string }>(appPool(), tenantId, statement, [whose, ids]);
  const known = new Set(rows.map(fileValue));
  return named
    .filter(({ value }) => !known.has(value))
    .map(({ path }) => ({
      path: `${at}${pointer(path)}`,
      message:
        statement === ofInstance
          ? 'this is no document of the request: upload it first'
          : 'this file is not waiting for you to send this: upload it first',
    }));
}

type Named = { readonly path: readonly (string | number)[]; readonly value: string };

/** The values that the schema says are files, wherever it says so. */
function filesIn(schema: Json | undefined, value: Json | undefined, path: Named['path']): readonly Named[] {
  if (!isObject(schema)) return [];
  if (typeof value === 'string') return schema['format'] === 'file' ? [{ path, value }] : [];
  if (Array.isArray(value)) {
    return (value as readonly Json[]).flatMap((one, index) =>
      filesIn(schema['items'], one, [...path, index]),
    );
  }
  if (!isObject(value) || !isObject(schema['properties'])) return [];
  const { properties } = schema;
  return Object.entries(properties).flatMap(([name, field]) => filesIn(field, value[name], [...path, name]));
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
