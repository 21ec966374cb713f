import { describe, expect, it } from 'vitest';
import { safeDestination } from '@/lib/session/destination';

describe('safeDestination', () => {
  it('keeps a path of this site with its query and fragment', () => {
    expect(safeDestination('/inbox/7?tab=history#top')).toBe('/inbox/7?tab=history#top');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '',
  ])('sends %j home', (wanted) => {
    expect(safeDestination(wanted)).toBe('/');
  });

  it('does not come back to the sign-in page', () => {
    expect(safeDestination('/sign-in?next=/inbox')).toBe('/');
  });

  it.each([undefined, null, ['/inbox', '/']])('sends %j home', (wanted) => {
    expect(safeDestination(wanted)).toBe('/');
  });
});
