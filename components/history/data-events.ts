import type { EventRow } from '@/lib/instances/schema';
import type { Headline } from './entry';
import { dataOf, objectOf, textOf, textsOf } from './event-values';

/** What an event says that is about data and nothing else; null for others. */
export function dataHeadline(event: EventRow): Headline | null {
  const data = dataOf(event);
  if (event.type === 'CONTEXT_EDITED') {
    const fields = [...Object.keys(objectOf(data['replace']) ?? {}), ...textsOf(data, 'remove')];
    return { kind: 'context_edited', fields };
  }
  if (event.type !== 'DATA_ERASED') return null;
  const fields = Array.isArray(data['fields']) ? data['fields'] : [];
  const paths = fields.flatMap((field) => textOf(objectOf(field) ?? {}, 'path') ?? []);
  return { kind: 'erased', fields: [...new Set(paths), ...(data['files'] ? ['files'] : [])] };
}
