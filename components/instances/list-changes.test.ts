import { describe, expect, it } from 'vitest';
import type { InstanceRow } from '@/lib/instances/schema';
import { differencesOf, stillShown } from './list-changes';

const row = (id: string, version = 1) => ({ id, version }) as InstanceRow;

describe('a list in use', () => {
  it('keeps its rows in their places and brings their contents up to date', () => {
    const shown = stillShown([row('a'), row('b')], [row('c'), row('b', 2)]);

    expect(shown).toEqual([row('a'), row('b', 2)]);
  });

  it('counts what would come, go or move', () => {
    expect(differencesOf([row('a'), row('b')], [row('c'), row('a')])).toBe(2);
    expect(differencesOf([row('a'), row('b')], [row('b'), row('a')])).toBe(2);
  });

  it('counts nothing when only the contents differ', () => {
    expect(differencesOf([row('a')], [row('a', 9)])).toBe(0);
  });
});
