import { describe, expect, it } from 'vitest';
import { instanceMoves } from '@/lib/engine/lifecycle';
import { addressOf, groupOf, pageAddresses, readAddress, statusGroups } from './list-address';

describe('the address of the list', () => {
  it('reads back what was written into it', () => {
    const filters = { q: 'order 7', definition: 'refund', status: ['failed', 'paused'] as const };

    const query = Object.fromEntries([
      ['q', 'order 7'],
      ['definition', 'refund'],
      ['status', ['failed', 'paused']],
    ]);

    expect(readAddress(query).filters).toEqual(filters);
    expect(addressOf(filters)).toBe('/instances?q=order+7&definition=refund&status=failed&status=paused');
  });

  it('leaves out a status that does not exist and filters that are empty', () => {
    expect(readAddress({ status: ['asleep', 'waiting'], q: '  ', state: '' }).filters).toEqual({
      status: ['waiting'],
    });
  });

  it('goes forward and back through the pages', () => {
    const first = readAddress({ q: 'x' });
    const second = pageAddresses(first, 'c2').next!;
    expect(second).toBe('/instances?q=x&cursor=c2');
    const third = pageAddresses(readAddress({ q: 'x', cursor: 'c2' }), 'c3').next!;
    expect(third).toBe('/instances?q=x&cursor=c3&before=c2');

    expect(pageAddresses(readAddress({ q: 'x', cursor: 'c3', before: 'c2' }), null)).toEqual({
      previous: second,
    });
    expect(pageAddresses(readAddress({ q: 'x', cursor: 'c2' }), null)).toEqual({
      previous: '/instances?q=x',
    });
    expect(pageAddresses(first, null)).toEqual({});
  });
});

describe('the tabs of the list', () => {
  it('hold every status exactly once', () => {
    expect(Object.values(statusGroups).flat().sort()).toEqual(Object.keys(instanceMoves).sort());
  });

  it('are found by their statuses, whatever the order', () => {
    expect(groupOf(['reversed', 'cancelled'])).toBe('cancelled');
    expect(groupOf(undefined)).toBe('all');
    expect(groupOf(['reversed'])).toBeUndefined();
  });
});
