import type { Json, JsonObject } from '@/lib/engine/json';

/** An event of a history with what its CloudEvent says of the instance. */
export type OutgoingRow = {
  readonly id: string;
  readonly instance_id: string;
  readonly sequence: string;
  readonly attempts: number;
  readonly cloud_type: string;
  readonly type: string;
  readonly occurred_at: string;
  readonly branch: string;
  readonly key: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly actor: JsonObject;
  readonly reason: string | null;
  readonly correlation_id: string | null;
  readonly emitted: { readonly data: Json } | null;
  readonly definition_key: string;
  readonly definition_version: number;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly correlation_key: string | null;
};

/**
 * The event as a CloudEvent 1.0 in structured JSON. `id` is the same in every try; `sequence` (an extension) orders those of one
 * instance. It tells what moved and by whom, and nothing of the context: whoever may know that reads the instance. Only
 * what EMIT_EVENT was told to say goes out as it is.
 */
export function cloudEvent(row: OutgoingRow): JsonObject {
  const data: JsonObject = {
    instance: row.instance_id,
    definition: row.definition_key,
    version: row.definition_version,
    subject: { type: row.subject_type, id: row.subject_id },
    correlationKey: row.correlation_key,
    sequence: Number(row.sequence),
  };
  return {
    specversion: '1.0',
    id: `${row.instance_id}:${row.sequence}`,
    source: `/api/workflows/definitions/${row.definition_key}`,
    type: row.cloud_type,
    subject: row.instance_id,
    time: row.occurred_at,
    datacontenttype: 'application/json',
    sequence: row.sequence.padStart(12, '0'),
    ...(row.correlation_id !== null && { correlationid: row.correlation_id }),
    data: row.emitted
      ? { ...data, emitted: row.emitted.data }
      : {
          ...data,
          event: row.type,
          branch: row.branch,
          key: row.key,
          from: row.from,
          to: row.to,
          actor: row.actor,
          reason: row.reason,
        },
  };
}
