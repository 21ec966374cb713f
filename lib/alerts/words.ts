import type { AlertKind } from './schema';

/** What a notice of an alert says of it. */
export type Told = {
  readonly about: 'raised' | 'resolved';
  readonly rule: string;
  readonly kind: AlertKind;
  readonly definition: string;
  readonly step: string | null;
  readonly count: number;
  /** Seconds, or percent. */
  readonly measured: number;
  readonly openedAt: string;
};

/** Subject and first line of a mail about an alert. */
export function alertWords({ about, rule, kind, definition, step, count, measured, openedAt }: Told) {
  const where = step === null ? definition : `${definition}, step ${step}`;
  if (about === 'resolved') {
    return {
      subject: `Resolved: ${rule} (${where})`,
      text: `“${rule}” does not hold any more for ${where}. It was raised at ${openedAt}.`,
    };
  }
  const instances = count === 1 ? '1 instance' : `${count} instances`;
  const what = {
    instance_age: `${instances} of ${where} ran too long; the oldest began ${age(measured)} ago.`,
    state_age: `${instances} of ${where} stood there too long; the oldest for ${age(measured)}.`,
    queue_age: `Work of ${instances} of ${where} waits for a worker; the oldest for ${age(measured)}.`,
    failure_rate: `${Math.round(measured)} % of what ended lately in ${where} failed or needed a person: ${instances}.`,
  }[kind];
  return { subject: `Alert: ${rule} (${where})`, text: what };
}

/** An age in its two largest units: `3 d 4 h`. */
function age(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor(whole / 3600) % 24, 'h'],
    [Math.floor(whole / 60) % 60, 'min'],
  ] as const;
  const first = parts.findIndex(([amount]) => amount > 0);
  if (first === -1) return `${whole} s`;
  return parts
    .slice(first, first + 2)
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(' ');
}
