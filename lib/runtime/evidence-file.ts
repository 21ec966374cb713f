import { type ChainedEvent, firstPreviousHash, isErased, isLinked, vouchersOf } from './event-chain';

/** What an evidence file says of itself; another number would be another way to compute the hashes. */
export const evidenceFormat = 'interlock-evidence/1';

/** An event of an evidence file: what its hash is made of, and the instant in a form that people read. */
export type EvidenceEvent = ChainedEvent & { readonly occurred_at: string };

export type EvidenceVerdict =
  | { readonly ok: true; readonly events: number; readonly erased: number; readonly lastHash: string }
  | { readonly ok: false; readonly problem: string };

/** Computes the chain of an evidence file again, from nothing but the file. */
export function verifyEvidence(file: unknown): EvidenceVerdict {
  const { format, events } = (file ?? {}) as { format?: unknown; events?: unknown };
  if (format !== evidenceFormat || !Array.isArray(events) || events.length === 0)
    return { ok: false, problem: `This is no evidence file: it is not ${evidenceFormat}.` };
  let previous = firstPreviousHash;
  const all = events as readonly EvidenceEvent[];
  let erased = 0;
  const vouchers = vouchersOf(all);
  for (const [index, event] of all.entries()) {
    if (event.sequence !== String(index + 1) || event.instance_id !== all[0]!.instance_id)
      return { ok: false, problem: `Event ${index + 1} is missing, or is none of this instance.` };
    const whole = isLinked(event, previous);
    if ((!whole && !isErased(event, previous, vouchers)) || !isItsInstant(event))
      return { ok: false, problem: `Event ${index + 1} is not what was written: its hash does not fit.` };
    if (!whole || event.data_text === null) erased += 1;
    previous = event.hash;
  }
  return { ok: true, events: all.length, erased, lastHash: previous };
}

/** The instant that people read is the one that was hashed. */
function isItsInstant({ occurred_at: at, occurred_at_micros: micros }: EvidenceEvent): boolean {
  return new Date(at).getTime() === Math.floor(Number(micros) / 1000);
}
