import { describe, expect, it } from 'vitest';
import { ActivityFailure } from './contract';
import { Mask, secretsIn } from './secret-values';

describe('the secrets that settings use', () => {
  it('are found in every way of naming them, each once', () => {
    const settings = {
      url: '{{ secrets.URL }}',
      headers: { a: 'Bearer {{ secrets["TOKEN_2"] }}' },
      b: '{{secrets.URL}}',
    };
    expect(secretsIn(JSON.stringify(settings))).toEqual(['URL', 'TOKEN_2']);
  });
});

describe('a mask', () => {
  const mask = new Mask(['p@ss word', 'p@ss']);

  it('hides a secret in texts, names, lists and objects, also as it is written in addresses, JSON and base64', () => {
    const back = {
      [`x-p@ss word`]: ['p@ss', 1, null],
      url: `https://x/?k=${encodeURIComponent('p@ss word')}`,
      basic: Buffer.from('p@ss word').toString('base64'),
    };
    expect(JSON.stringify(mask.json(back))).not.toMatch(/p@ss|p%40ss|cEBzcyB3b3Jk/);
    expect(mask.text('p@ss word!')).toBe('•••!');
  });

  it('hides it in errors, and leaves their code', () => {
    const failure = new ActivityFailure({ code: 'http_500', message: 'no p@ss', retryable: true });
    expect(mask.error(failure)).toMatchObject({
      error: { code: 'http_500', message: 'no •••', retryable: true },
    });
    expect(mask.error(new TypeError('bad p@ss'))).toMatchObject({ name: 'TypeError', message: 'bad •••' });
  });
});
