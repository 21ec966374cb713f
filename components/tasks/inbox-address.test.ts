import { describe, expect, it } from 'vitest';
import { inboxAddress, queryKey, readInboxQuery } from './inbox-address';

const read = (address: string) => readInboxQuery(new URL(address, 'http://x').searchParams, 'groups');

describe('the address of the inbox', () => {
  it.each(['/inbox?view=mine', '/inbox?view=done&sort=oldest', '/inbox?view=all&q=order+7'])(
    '%s is kept',
    (address) => {
      expect(inboxAddress(read(address))).toBe(address);
    },
  );

  it('leaves out the usual order and puts the open task into the path', () => {
    expect(inboxAddress({ view: 'mine', sort: 'due', q: '' }, 'abc')).toBe('/inbox/abc?view=mine');
  });

  it('falls back where it says nothing or nonsense', () => {
    expect(read('/inbox')).toEqual({ view: 'groups', sort: 'due', q: '' });
    expect(read('/inbox?view=yours&sort=best&q=%20')).toEqual({ view: 'groups', sort: 'due', q: '' });
    expect(queryKey(read('/inbox'))).toBe(queryKey(read('/inbox?view=groups')));
  });
});
