const knownCauses = [
  'activity_failed',
  'condition_failed',
  'no_transition',
  'evaluation_failed',
  'worker_lost',
  'nothing_joined',
  'nobody_can_decide',
  'compensation_failed',
  'overdue',
  'child_failed',
  'too_deep',
] as const;

/** The key of an incident's code in `instance.causes`. */
export function causeKey(code: string): (typeof knownCauses)[number] | 'unknown' {
  return knownCauses.find((known) => known === code) ?? 'unknown';
}
