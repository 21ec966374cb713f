import { createHash } from 'node:crypto';
import type { DataOf } from '@/lib/engine/event-data';

/** A row of a history with everything that its hash covers, as texts. */
export type ChainedEvent = {
  readonly tenant_id: string;
  readonly instance_id: string;
  readonly sequence: string;
  readonly type: string;
  readonly subject: string;
  readonly branch: string;
  readonly key: string | null;
  readonly lifecycle: string | null;
  readonly from_status: string | null;
  readonly to_status: string | null;
  readonly version_id: string | null;
  readonly from_state: string | null;
  readonly to_state: string | null;
  /** Of a migration between versions: the version and the state that it left; null in any other event. */
  readonly from_version_id: string | null;
  readonly migrated_from: string | null;
  readonly actor_type: string;
  readonly actor_id: string;
  readonly actor_name: string;
  readonly on_behalf_of_id: string | null;
  readonly on_behalf_of_name: string | null;
  readonly reason: string | null;
  readonly correlation_id: string | null;
  readonly causation_id: string | null;
  readonly worker_id: string | null;
  /** The data as PostgreSQL prints it; null when it was erased, which its hash outlives. */
  readonly data_text: string | null;
  readonly data_hash: string;
  /** Microseconds since 1970. */
  readonly occurred_at_micros: string;
  readonly previous_hash: string;
  readonly hash: string;
};

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

/** What stands before the first event. */
export const firstPreviousHash = sha256('');

/**
 * Whether the event follows `previousHash` and its own hashes are those of its content: the computation of
 * `prisma/functions/chain_event.sql`, done again and independently of the database.
 */
export function isLinked(event: ChainedEvent, previousHash: string): boolean {
  if (event.previous_hash !== previousHash) return false;
  if (event.data_text !== null && sha256(event.data_text) !== event.data_hash) return false;
  const hash = createHash('sha256')
    .update(Buffer.from(previousHash, 'hex'))
    .update(eventText(event), 'utf8')
    .digest('hex');
  return hash === event.hash;
}

/**
 * What the erasures of a history say of its events (DESIGN 5.4): number of an event → SHA-256 of what is left of it. The last
 * erasure counts; one speaks of events before it only.
 */
export function vouchersOf(
  events: readonly Pick<ChainedEvent, 'sequence' | 'type' | 'data_text'>[],
): ReadonlyMap<string, string> {
  const vouchers = new Map<string, string>();
  for (const { type, data_text: text, sequence } of events) {
    if (type !== 'DATA_ERASED' || text === null) continue;
    const { events: told = [] } = JSON.parse(text) as DataOf<'DATA_ERASED'>;
    for (const one of told)
      if (one.sequence < Number(sequence)) vouchers.set(String(one.sequence), one.sha256);
  }
  return vouchers;
}

/**
 * Whether the event follows `previousHash` and has lost exactly what a later erasure says: what is left of it is what that one
 * vouches for. Its own hash cannot be computed from what is left, but the next event stands on it.
 */
export function isErased(
  event: ChainedEvent,
  previousHash: string,
  vouchers: ReadonlyMap<string, string>,
): boolean {
  if (event.previous_hash !== previousHash) return false;
  return vouchers.get(event.sequence) === sha256(`${eventText(event)} ${event.data_text ?? ''}`);
}

/** The text of `event_text()`: a JSON array of texts and nulls, with a space after each comma as jsonb prints it. */
function eventText(event: ChainedEvent): string {
  const parts = [
    event.tenant_id,
    event.instance_id,
    event.sequence,
    event.type,
    event.subject,
    event.branch,
    event.key,
    event.lifecycle,
    event.from_status,
    event.to_status,
    event.version_id,
    event.from_state,
    event.to_state,
    event.actor_type,
    event.actor_id,
    event.actor_name,
    event.on_behalf_of_id,
    event.on_behalf_of_name,
    event.reason,
    event.correlation_id,
    event.causation_id,
    event.worker_id,
    event.data_hash,
    event.occurred_at_micros,
  ];
  const migrated = [event.from_version_id, event.migrated_from];
  return listed(parts) + (migrated.some((part) => part !== null) ? listed(migrated) : '');
}

function listed(parts: readonly (string | null)[]): string {
  return `[${parts.map((part) => JSON.stringify(part)).join(', ')}]`;
}
