import { describe, expect, it } from 'vitest';
import { chooseLocale, localeIn } from '@/lib/people/locale';

describe('chooseLocale', () => {
  it('takes the first wanted locale whose language has texts', () => {
    expect(chooseLocale(['fr-FR', 'de-CH', 'en-GB'])).toEqual({ locale: 'de-CH', language: 'de' });
  });

  it('keeps the region of a person whose language has no texts', () => {
    expect(chooseLocale(['fr-BE'])).toEqual({ locale: 'en-BE', language: 'en' });
  });

  it('passes over malformed tags', () => {
    expect(chooseLocale(['no such tag', 'en-us'])).toEqual({ locale: 'en-US', language: 'en' });
    expect(chooseLocale([])).toEqual({ locale: 'en', language: 'en' });
  });
});

describe('localeIn', () => {
  it('keeps the region as long as the language stays', () => {
    expect(localeIn('de', 'de-AT')).toBe('de-AT');
    expect(localeIn('en', 'de-AT')).toBe('en');
    expect(localeIn('en', 'fr-BE')).toBe('fr-BE');
    expect(localeIn('de')).toBe('de');
  });
});
