import { describe, expect, it } from 'vitest';
import { numberText, parseNumber } from './number-text';

describe('parseNumber', () => {
  it.each([
    ['1500', 'en', 1500],
    ['1,500', 'en', 1500],
    ['1,500.25', 'en', 1500.25],
    ['1,234,567', 'en', 1234567],
    ['1.500', 'en', 1.5],
    ['12,5', 'en', 12.5],
    ['1.500', 'de', 1500],
    ['1.500,25', 'de', 1500.25],
    ['12.5', 'de', 12.5],
    ['1,5', 'de', 1.5],
    ['1 500,25', 'fr', 1500.25],
    ['1’500.25', 'de-CH', 1500.25],
    ['−3', 'en', -3],
    ['.5', 'en', 0.5],
  ])('reads %j in %s as %d', (text, locale, number) => {
    expect(parseNumber(text, locale)).toBe(number);
  });

  it.each(['twelve', '', '1,2,3', '12 EUR', '1e5', '--1', '.', '0x10'])('takes %j for no number', (text) => {
    expect(parseNumber(text, 'en')).toBeNull();
  });

  it.each(['en', 'de', 'de-CH', 'fr', 'sv'])('reads in %s what it has written', (locale) => {
    for (const number of [0, 0.01, 12.5, 1240, 1240.5, 1234567.891, -42]) {
      expect(parseNumber(numberText(number, locale), locale)).toBe(number);
      expect(parseNumber(numberText(number, locale, 'EUR'), locale)).toBe(number);
    }
  });
});

describe('numberText', () => {
  it('gives money the decimals of its currency', () => {
    expect(numberText(1240.5, 'en', 'EUR')).toBe('1,240.50');
    expect(numberText(1240, 'en', 'EUR')).toBe('1,240');
    expect(numberText(1240.5, 'en', 'JPY')).toBe('1,240.5');
  });

  it('keeps four digits together where they may be a year', () => {
    expect(numberText(2026, 'en')).toBe('2026');
    expect(numberText(20260, 'en')).toBe('20,260');
  });
});
