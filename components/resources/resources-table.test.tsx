import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ResourceDetail } from '@/lib/resources/schema';
import messages from '@/messages/en.json';
import { RequestsTable } from './requests-table';
import { ResourcesTable } from './resources-table';

const at = '2026-03-02T09:00:00.000000Z';
const bank: ResourceDetail = {
  key: 'bank',
  title: 'Bank',
  atOnce: 3,
  perSecond: 0.5,
  shared: { key: 'swift', title: 'SWIFT', atOnce: 20, perSecond: null },
  revision: 1,
  changedAt: at,
  changedBy: 'Ann Lee',
  running: 3,
  waiting: 14,
  waitingSince: at,
  requests: [],
};

function textOf(what: ReactNode): string {
  const markup = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages} now={new Date(at)}>
      {what}
    </NextIntlClientProvider>,
  );
  return markup.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}

it('says how much of a resource there is, for whom, and how busy it is', () => {
  const idle = { ...bank, key: 'till', title: 'Till', atOnce: 0, shared: null, waitingSince: null };
  const text = textOf(<ResourcesTable rows={[bank, idle]} />);

  expect(text).toContain(
    'Bank bank Capacity 3 at once, 0.5 a second 20 at once for all (SWIFT) Running 3 Waiting 14, 0 s',
  );
  expect(text).toContain('Till till Capacity Stopped: 0 at once Running 3 Waiting nobody');
});

it('says of each attempt in line what it waits for', () => {
  const row = {
    instance: 'i',
    subject: 'order-7',
    definition: 'Refund',
    execution: 'main:paying:1:pay',
    since: at,
  };
  const rows = [
    { ...row, state: 'running', notBefore: null } as const,
    { ...row, state: 'unasked', notBefore: null, execution: 'x:scan' } as const,
    { ...row, state: 'waiting', notBefore: '2026-03-02T10:00:00.000000Z', execution: 'x:later' } as const,
  ];
  const text = textOf(<RequestsTable label="In line" rows={rows} />);

  expect(text).toContain('order-7 Process Refund Activity pay State running');
  expect(text).toContain('scan State waits for a worker elsewhere');
  expect(text).toContain('later State next try in 1 hour');
});
