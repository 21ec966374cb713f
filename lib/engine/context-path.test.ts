import { describe, expect, it } from 'vitest';
import type { JsonObject } from './json';
import { blockedAt, forbiddenNameIn, setPaths, valueAt, withoutPath } from './context-path';

describe('paths of a context', () => {
  it('are set together, making objects where there are none', () => {
    const before = { a: 1, b: { c: 2 } };

    expect(setPaths(before, { 'b.d': 3, 'e.f.g': 4, a: 5 })).toEqual({
      a: 5,
      b: { c: 2, d: 3 },
      e: { f: { g: 4 } },
    });
    expect(before).toEqual({ a: 1, b: { c: 2 } });
  });

  it('the longer one wins over the shorter one, whatever the order of the keys', () => {
    const expected = { a: { b: 1, c: 2 } };

    expect(setPaths({}, { 'a.b': 1, a: { b: 0, c: 2 } })).toEqual(expected);
    expect(setPaths({}, { a: { b: 0, c: 2 }, 'a.b': 1 })).toEqual(expected);
  });

  it('are read and taken away', () => {
    expect(valueAt({ a: { b: null } }, 'a.b')).toBeNull();
    expect(valueAt({ a: { b: null } }, 'a.b.c')).toBeUndefined();
    expect(valueAt({}, 'constructor')).toBeUndefined();
    expect(withoutPath({ a: { b: 1, c: 2 }, d: 3 }, 'a.b')).toEqual({ a: { c: 2 }, d: 3 });
    expect(withoutPath({ a: 1 }, 'b.c')).toEqual({ a: 1 });
  });

  it('are blocked by a value that is no object, and not by null', () => {
    expect(blockedAt({ a: 'x' }, 'a.b')).toBe('a');
    expect(blockedAt({ a: { b: [1] } }, 'a.b.c')).toBe('a.b');
    expect(blockedAt({ a: null }, 'a.b')).toBeNull();
    expect(blockedAt({ a: 'x' }, 'a')).toBeNull();
    expect(blockedAt({}, 'a.b')).toBeNull();
  });
});

describe('names that would reach a prototype', () => {
  it('are found anywhere, with their place', () => {
    const value = JSON.parse('{"a": [{"b/c": {"__proto__": 1}}]}') as JsonObject;

    expect(forbiddenNameIn(value)).toBe('/a/0/b~1c/__proto__');
    expect(forbiddenNameIn({ a: ['constructor'] })).toBeNull();
  });

  it('are found in very deep JSON too', () => {
    const deep = JSON.parse('['.repeat(50_000) + '{"prototype": 1}' + ']'.repeat(50_000)) as JsonObject;

    expect(forbiddenNameIn(deep)).toContain('/prototype');
  });
});
