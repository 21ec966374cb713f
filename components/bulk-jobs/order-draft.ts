import type { BulkAction, PrepareJob } from '@/lib/bulk-jobs/schema';

/** What the dialog offers; a migration has a screen of its own, on which its plan is made. */
export type OfferedAction = Exclude<BulkAction, 'migrate'>;

/** What stands in the fields of the dialog. */
export type OrderDraft = {
  readonly action: OfferedAction;
  readonly mode: 'immediate' | 'graceful' | 'compensated';
  readonly signal: string;
  readonly payload: string;
  readonly to: string;
  readonly reason: string;
  readonly perMinute: string;
  readonly stopAfter: string;
  readonly canary: string;
};

/** Fields that are wrong; each is the name of a text under `bulkJobs.dialog.errors`. */
export type OrderErrors = Partial<Record<keyof OrderDraft, 'reason' | 'signal' | 'payload' | 'number'>>;

export function emptyOrder(action: OfferedAction): OrderDraft {
  return {
    action,
    mode: 'immediate',
    signal: '',
    payload: '{}',
    to: '',
    reason: '',
    perMinute: '',
    stopAfter: '',
    canary: '',
  };
}

type Read =
  | { readonly ok: true; readonly value: Omit<PrepareJob, 'selection'> }
  | { readonly ok: false; readonly errors: OrderErrors };

/** The order that the fields make, or what is wrong with them. The server checks again. */
export function orderFrom(draft: OrderDraft): Read {
  const payload = payloadOf(draft.payload);
  const errors: OrderErrors = {
    ...(draft.reason.trim() === '' && { reason: 'reason' as const }),
    ...(draft.action === 'signal' && draft.signal.trim() === '' && { signal: 'signal' as const }),
    ...(draft.action === 'signal' && payload === null && { payload: 'payload' as const }),
    ...numberError(draft, 'perMinute'),
    ...numberError(draft, 'stopAfter'),
    ...numberError(draft, 'canary'),
  };
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    value: {
      order: orderOf(draft, payload ?? {}),
      reason: draft.reason.trim(),
      perMinute: countOf(draft.perMinute),
      stopAfter: countOf(draft.stopAfter),
      canary: countOf(draft.canary),
    },
  };
}

function orderOf(draft: OrderDraft, payload: Record<string, never>): PrepareJob['order'] {
  switch (draft.action) {
    case 'cancel':
      return { action: 'cancel', mode: draft.mode };
    case 'signal':
      return { action: 'signal', name: draft.signal.trim(), payload };
    case 'reassign':
      return { action: 'reassign', to: draft.to.trim() === '' ? null : draft.to.trim() };
    default:
      return { action: draft.action };
  }
}

function payloadOf(text: string): Record<string, never> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, never>)
      : null;
  } catch {
    return null;
  }
}

function numberError(draft: OrderDraft, name: 'perMinute' | 'stopAfter' | 'canary'): OrderErrors {
  return isCount(draft[name]) ? {} : { [name]: 'number' };
}

/** Whether a field for a count is empty or has one: a whole number above zero. */
export function isCount(text: string): boolean {
  return text.trim() === '' || /^[1-9]\d{0,5}$/.test(text.trim());
}

/** The count of a field; null where it is empty. */
export function countOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
