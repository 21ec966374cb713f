import { describe, expect, it } from 'vitest';
import { besides, readRequestsAddress, requestsAddress, statusesOf } from './requests-address';

const read = (address: string) => {
  const { searchParams } = new URL(address, 'http://x');
  return readRequestsAddress({
    view: searchParams.get('view') ?? undefined,
    cursor: searchParams.get('cursor') ?? undefined,
    before: searchParams.getAll('before'),
  });
};

describe('the pages of my requests', () => {
  it('lead forward and back again through the same addresses', () => {
    const first = read('/requests');
    const second = besides(first, 'c2').next;
    expect(second).toBe('/requests?cursor=c2');
    const third = besides(read(second!), 'c3').next;
    expect(third).toBe('/requests?cursor=c3&before=c2');
    expect(besides(read(third!), null)).toEqual({ previous: second });
    expect(besides(read(second!), 'c3').previous).toBe('/requests');
    expect(besides(first, null)).toEqual({});
  });

  it('stay in their view, and an unknown view is the usual one', () => {
    expect(besides(read('/requests?view=ended'), 'c').next).toBe('/requests?view=ended&cursor=c');
    expect(requestsAddress(read('/requests?view=lost').view)).toBe('/requests');
  });
});

describe('statusesOf', () => {
  it('puts every status into one of the two views', () => {
    const open = statusesOf('open') ?? [];
    const ended = statusesOf('ended') ?? [];
    expect(ended.toSorted()).toEqual(['cancelled', 'completed', 'failed', 'reversed']);
    expect(open.filter((status) => ended.includes(status))).toEqual([]);
    expect(open).toContain('needs_attention');
    expect(statusesOf('all')).toBeUndefined();
  });
});
