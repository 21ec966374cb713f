import { describe, expect, it } from 'vitest';
import { inboxAddress, queryKey, readInboxQuery, withFact } from './inbox-address';

const read = (address: string) => readInboxQuery(new URL(address, 'http://x').searchParams, 'groups');

describe('the address of the inbox', () => {
  it.each([
    '/inbox?view=mine',
    '/inbox?view=done&sort=oldest',
    '/inbox?view=all&q=order+7',
    '/inbox?view=groups&sort=priority&sort=-fact%3AAmount&group=process',
    '/inbox?view=groups&definition=refund&overdue=true&priorityFrom=70&fact=Country%3Ais%3ADE&fact=Amount%3Afrom%3A10',
  ])('%s is kept', (address) => {
    expect(inboxAddress(read(address))).toBe(address);
  });

  it('leaves out the usual order and puts the open task into the path', () => {
    expect(inboxAddress({ view: 'mine', sort: ['due'] }, 'abc')).toBe('/inbox/abc?view=mine');
  });

  it('falls back where it says nothing or nonsense', () => {
    expect(read('/inbox')).toEqual({ view: 'groups', sort: ['due'] });
    expect(read('/inbox?view=yours&sort=best&q=%20&fact=nonsense&group=colour')).toEqual({
      view: 'groups',
      sort: ['due'],
    });
    expect(queryKey(read('/inbox'))).toBe(queryKey(read('/inbox?view=groups')));
  });

  it('has one filter for each fact and comparison', () => {
    const query = withFact(withFact(read('/inbox'), 'Amount:from:10'), 'Amount:to:20');
    expect(withFact(query, 'Amount:from:12').fact).toEqual(['Amount:to:20', 'Amount:from:12']);
  });
});
