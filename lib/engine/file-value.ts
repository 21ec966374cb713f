/** How a form keeps a file (`format: "file"`): the id of the request's document and its name. */
const pattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(.{1,255})$/su;

/** What a form's field of a file holds. */
export type FileValue = { readonly id: string; readonly name: string };

export function fileValue({ id, name }: FileValue): string {
  return `${id}/${name}`;
}

/** Null for what is no file's value. */
export function readFileValue(value: unknown): FileValue | null {
  const [, id, name] = (typeof value === 'string' && pattern.exec(value)) || [];
  return id !== undefined && name !== undefined ? { id, name } : null;
}
