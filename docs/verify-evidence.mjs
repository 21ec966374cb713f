#!/usr/bin/env node
// Verifies the history of an instance that was taken along as evidence, with nothing but Node and this file:
//
//   node verify-evidence.mjs FILE
//
// Each event has the SHA-256 of the hash before it (the first: of nothing) followed by a JSON array of its fields, in which its
// data stand as their own SHA-256. An event that was changed, left out or put in shows. What a lawful erasure took from an event is
// gone, and the hash cannot be computed from what is left; the event DATA_ERASED after it has the SHA-256 of what is left.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const fields = [
  'tenant_id',
  'instance_id',
  'sequence',
  'type',
  'subject',
  'branch',
  'key',
  'lifecycle',
  'from_status',
  'to_status',
  'version_id',
  'from_state',
  'to_state',
  'actor_type',
  'actor_id',
  'actor_name',
  'on_behalf_of_id',
  'on_behalf_of_name',
  'reason',
  'correlation_id',
  'causation_id',
  'worker_id',
  'data_hash',
  'occurred_at_micros',
];
const sha256 = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

const listed = (parts) => `[${parts.map((part) => JSON.stringify(part)).join(', ')}]`;

function problemOf({ format, events }) {
  if (format !== 'interlock-evidence/1' || !Array.isArray(events) || events.length === 0)
    return 'This is no evidence file.';
  let previous = sha256('');
  const left = new Map();
  for (const { type, sequence, data_text: data } of events)
    for (const one of (type === 'DATA_ERASED' && data ? JSON.parse(data).events : null) ?? [])
      if (one.sequence < Number(sequence)) left.set(String(one.sequence), one.sha256);
  for (const [index, event] of events.entries()) {
    const at = `Event ${index + 1}`;
    if (event.sequence !== String(index + 1) || event.instance_id !== events[0].instance_id)
      return `${at} is missing, or is none of this instance.`;
    const migrated = [event.from_version_id ?? null, event.migrated_from ?? null];
    const text =
      listed(fields.map((field) => event[field])) + (migrated.some(Boolean) ? listed(migrated) : '');
    const data = event.data_text === null || sha256(event.data_text) === event.data_hash;
    const instant =
      new Date(event.occurred_at).getTime() === Math.floor(Number(event.occurred_at_micros) / 1000);
    const linked =
      event.previous_hash === previous && sha256(Buffer.from(previous, 'hex'), text) === event.hash;
    const erased =
      event.previous_hash === previous &&
      left.get(event.sequence) === sha256(`${text} ${event.data_text ?? ''}`);
    if (!instant || !((data && linked) || erased))
      return `${at} is not what was written: its hash does not fit.`;
    previous = event.hash;
  }
  return null;
}

const evidence = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const problem = problemOf(evidence);
if (problem === null) {
  const { events } = evidence;
  process.stdout.write(`${events.length} events, whole. The last hash is ${events.at(-1).hash}.\n`);
} else {
  process.stdout.write(`${problem}\n`);
  process.exitCode = 1;
}
