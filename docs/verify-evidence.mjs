#!/usr/bin/env node
// Verifies the history of an instance that was taken along as evidence, with nothing but Node and this file:
//
//   node verify-evidence.mjs FILE
//
// Each event has the SHA-256 of the hash before it (the first: of nothing) followed by a JSON array of its fields, in which its
// data stand as their own SHA-256. An event that was changed, left out or put in shows.
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

function problemOf({ format, events }) {
  if (format !== 'interlock-evidence/1' || !Array.isArray(events) || events.length === 0)
    return 'This is no evidence file.';
  let previous = sha256('');
  for (const [index, event] of events.entries()) {
    const at = `Event ${index + 1}`;
    if (event.sequence !== String(index + 1) || event.instance_id !== events[0].instance_id)
      return `${at} is missing, or is none of this instance.`;
    const text = `[${fields.map((field) => JSON.stringify(event[field])).join(', ')}]`;
    const data = event.data_text === null || sha256(event.data_text) === event.data_hash;
    const instant =
      new Date(event.occurred_at).getTime() === Math.floor(Number(event.occurred_at_micros) / 1000);
    const linked =
      event.previous_hash === previous && sha256(Buffer.from(previous, 'hex'), text) === event.hash;
    if (!data || !instant || !linked) return `${at} is not what was written: its hash does not fit.`;
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
