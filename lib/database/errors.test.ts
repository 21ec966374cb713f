import { expect, test } from 'vitest';
import { isConnectionFailure, readRefusal } from '@/lib/database/errors';

test('a refusal is read from an error of pg', () => {
  const error = Object.assign(new Error('stale: version 4, not 3'), {
    code: 'IL001',
    detail: '{"version": 4}',
  });

  expect(readRefusal(error)).toEqual({
    code: 'stale',
    message: 'stale: version 4, not 3',
    detail: { version: 4 },
  });
});

test('a refusal is read from within what Prisma and callers wrap around it', () => {
  const inner = {
    originalCode: 'IL002',
    originalMessage: 'no such move',
    kind: 'postgres',
    detail: '{"to":"paid"}',
  };
  const prisma = Object.assign(new Error('Raw query failed'), {
    code: 'P2010',
    meta: { driverAdapterError: { cause: inner } },
  });

  expect(readRefusal(new Error('outer', { cause: prisma }))).toEqual({
    code: 'not_allowed',
    message: 'no such move',
    detail: { to: 'paid' },
  });
});

test('a DETAIL that is no JSON object leaves the data empty', () => {
  expect(readRefusal({ code: 'IL006', message: 'm', detail: 'Key (id)=(1)' })?.detail).toEqual({});
  expect(readRefusal({ code: 'IL006', message: 'm', detail: '7' })?.detail).toEqual({});
});

test.each([null, 'IL001', new Error('IL001'), { code: '23505' }, { code: 'toString' }, { code: 'IL999' }])(
  '%s is no refusal',
  (error) => expect(readRefusal(error)).toBeNull(),
);

test.each([
  Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  new AggregateError([Object.assign(new Error('connect ::1'), { code: 'ECONNREFUSED' })]),
  Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
  Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
  new Error('Connection terminated unexpectedly'),
  Object.assign(new Error('x'), {
    code: 'P2010',
    meta: { driverAdapterError: { cause: { kind: 'ConnectionClosed' } } },
  }),
])('%s says that the database is away', (error) => expect(isConnectionFailure(error)).toBe(true));

test.each([null, new Error('boom'), Object.assign(new Error('dup'), { code: '23505' }), { code: 'IL001' }])(
  '%s does not say that the database is away',
  (error) => expect(isConnectionFailure(error)).toBe(false),
);

test('an error that is its own cause comes to an end', () => {
  const error: Error & { cause?: unknown } = new Error('loop');
  error.cause = error;

  expect(readRefusal(error)).toBeNull();
});
