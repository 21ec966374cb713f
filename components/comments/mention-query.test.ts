import { describe, expect, it } from 'vitest';
import { mentionAt, mentionParts, stillNamed, withMention } from './mention-query';

describe('a mention that is typed', () => {
  it.each([
    ['@', { at: 0, words: '' }],
    ['Hello @an', { at: 6, words: 'an' }],
    ['(@Ann Le', { at: 1, words: 'Ann Le' }],
    ['@Ann Lee, look', null],
    ['mail ann@example', null],
    ['no mention', null],
    ['@Ann\nnext line', null],
  ])('%j is %j', (text, found) => {
    expect(mentionAt(text, text.length)).toEqual(found);
  });

  it('is looked for before the cursor only', () => {
    expect(mentionAt('@an and more', 3)).toEqual({ at: 0, words: 'an' });
  });

  it('gives way to the chosen name, and the cursor goes behind it', () => {
    expect(withMention('Hi @an there', { at: 3, words: 'an' }, 'Ann Lee')).toEqual({
      text: 'Hi @Ann Lee there',
      cursor: 12,
    });
  });
});

describe('a text with mentions', () => {
  const people = [
    { id: '1', name: 'Ann' },
    { id: '2', name: 'Ann (Paris)' },
  ];

  it('names those whose names stand in it', () => {
    expect(stillNamed('Only @Ann (Paris) here', people).map(({ id }) => id)).toEqual(['1', '2']);
    expect(stillNamed('Nobody', people)).toEqual([]);
  });

  it('is parted at the longest names', () => {
    expect(mentionParts('@Ann (Paris), and @Ann', people)).toEqual([
      { text: '@Ann (Paris)', named: true },
      { text: ', and ', named: false },
      { text: '@Ann', named: true },
    ]);
    expect(mentionParts('@Ann', [])).toEqual([{ text: '@Ann', named: false }]);
  });
});
