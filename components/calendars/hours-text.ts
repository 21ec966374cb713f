import type { WorkingSpan } from '@/lib/engine/deadlines/calendar';

/** Hours as people type them: `09:00–12:00, 13:00–17:00`; '' for a day off. */
export function hoursText(spans: readonly WorkingSpan[]): string {
  return spans.map(({ from, to }) => `${from}–${to}`).join(', ');
}

/** The hours that such a text means, `9-17` too; null where it cannot be read. Their order and length are the server's question. */
export function readHours(text: string): WorkingSpan[] | null {
  const parts = text.split(/[,;]/).filter((part) => part.trim() !== '');
  const spans = parts.map((part) => {
    const [from, to, ...rest] = part.split(/[-–—]/).map(readTime);
    return from && to && rest.length === 0 ? { from, to } : null;
  });
  return spans.every((span) => span !== null) ? spans : null;
}

function readTime(text: string): string | null {
  const [, hour, minute = '00'] = /^\s*(\d{1,2})(?:[:.](\d{2}))?\s*$/.exec(text) ?? [];
  return hour === undefined ? null : `${hour.padStart(2, '0')}:${minute}`;
}
