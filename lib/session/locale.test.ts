import { describe, expect, it } from 'vitest';
import { acceptedLocales, chooseLocale } from '@/lib/session/locale';

describe('acceptedLocales', () => {
  it('orders by quality and leaves out what is not wanted', () => {
    expect(acceptedLocales('de;q=0.7, en-GB, fr;q=0, *;q=0.1')).toEqual(['en-GB', 'de']);
  });

  it('takes a missing header as no wish', () => {
    expect(acceptedLocales(null)).toEqual([]);
  });
});

describe('chooseLocale', () => {
  it('takes the first wanted locale whose language has texts', () => {
    expect(chooseLocale(['de-DE', 'en-GB'])).toEqual({ locale: 'en-GB', language: 'en' });
  });

  it('keeps the region of a person whose language has no texts', () => {
    expect(chooseLocale(['de-AT'])).toEqual({ locale: 'en-AT', language: 'en' });
  });

  it('passes over malformed tags', () => {
    expect(chooseLocale(['no such tag', 'en-us'])).toEqual({ locale: 'en-US', language: 'en' });
    expect(chooseLocale([])).toEqual({ locale: 'en', language: 'en' });
  });
});
