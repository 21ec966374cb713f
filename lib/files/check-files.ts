import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { pointer } from '@/lib/engine/definition/pointer';
import { isJsonObject } from '@/lib/engine/context-path';
import type { FieldError } from '@/lib/engine/decide/refusals';
import type { Json, JsonObject } from '@/lib/engine/json';
import { fileValue, readFileValue } from '@/lib/engine/file-value';
import { schemaParts } from '@/lib/engine/schema-parts';
import { checkAccepted } from '@/lib/runtime/check-json';
import { isAccepted } from './content-type';

const ofInstance = tenantStatement(
  'named_files_of_instance',
  `SELECT f.id, f.name, f.type FROM public.files f
   WHERE f.tenant_id = tenant.id AND f.instance_id = $2 AND f.id = ANY ($3::uuid[]) AND f.erased_at IS NULL`,
);
const forStart = tenantStatement(
  'named_files_for_start',
  `SELECT f.id, f.name, f.type FROM public.files f
   WHERE f.tenant_id = tenant.id AND f.instance_id IS NULL AND f.uploaded_by_id = $2 AND f.id = ANY ($3::uuid[])`,
);

/** Among which files those of a form have to be. */
export type FilesOf =
  | { readonly instanceId: string }
  /** Uploaded by this person for a start, which has not been yet. */
  | { readonly waitingOf: string };

/**
 * What is wrong with the files of a form: each has to be a document of the instance that it is filled in for, or to wait for the
 * start that it is filled in for, under its name, and its content has to be of a type that the field takes.
 * @param at where the form stands in what came in: `/form`
 */
export async function checkFiles(
  tenantId: string,
  of: FilesOf,
  schema: JsonObject,
  form: JsonObject,
  at: string,
): Promise<FieldError[]> {
  const named = filesIn(schema, [schema], form, []);
  if (named.length === 0) return [];
  const files = named.map(({ value }) => readFileValue(value));
  const ids = files.flatMap((file) => file?.id ?? []);
  const [statement, whose] = 'instanceId' in of ? [ofInstance, of.instanceId] : [forStart, of.waitingOf];
  const rows = await readTenant<FileRow>(appPool(), tenantId, statement, [whose, ids]);
  const known = new Map(rows.map((file) => [fileValue(file), file.type]));
  const unknown =
    statement === ofInstance
      ? 'this is no document of the request: upload it first'
      : 'this file is not waiting for you to send this: upload it first';
  const missing = named.filter(({ value }) => !known.has(value));
  const wrong = checkAccepted(schema, form, at, (value, accept) => {
    const type = known.get(value);
    return type === undefined || isAccepted(accept, { type, ending: '' }) ? null : notAccepted(type, accept);
  });
  return [...missing.map(({ path }) => ({ path: `${at}${pointer(path)}`, message: unknown })), ...wrong];
}

function notAccepted(type: string, accept: readonly string[]): string {
  return `this file is ${type}; here it takes one of: ${accept.join(', ')}`;
}

type FileRow = { readonly id: string; readonly name: string; readonly type: string };
type Named = { readonly path: readonly (string | number)[]; readonly value: string };

/** The values that the schema says are files, wherever it says so. */
function filesIn(
  root: JsonObject,
  schemas: readonly JsonObject[],
  value: Json | undefined,
  path: Named['path'],
): readonly Named[] {
  const parts = schemas.flatMap((schema) => schemaParts(root, schema));
  if (typeof value === 'string') {
    return readFileValue(value) && parts.some(({ format }) => format === 'file') ? [{ path, value }] : [];
  }
  if (Array.isArray(value)) {
    const items = parts.flatMap((part) => (isJsonObject(part.items) ? [part.items] : []));
    return (value as readonly Json[]).flatMap((one, index) => filesIn(root, items, one, [...path, index]));
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const declared = parts.flatMap(({ properties }) =>
      isJsonObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [],
    );
    return filesIn(root, declared.filter(isJsonObject), inner, [...path, name]);
  });
}
