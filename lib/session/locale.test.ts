import { describe, expect, it } from 'vitest';
import { acceptedLocales } from '@/lib/session/locale';

describe('acceptedLocales', () => {
  it('orders by quality and leaves out what is not wanted', () => {
    expect(acceptedLocales('de;q=0.7, en-GB, fr;q=0, *;q=0.1')).toEqual(['en-GB', 'de']);
  });

  it('takes a missing header as no wish', () => {
    expect(acceptedLocales(null)).toEqual([]);
  });
});
