import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CountingServer } from '@/lib/testing/counting-server';
import { callApi } from '../activities/call-api';
import { guardedAgent, isInside } from './address-guard';

describe('an address is inside', () => {
  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    'not an address',
    '',
  ])('%s', (address) => expect(isInside(address)).toBe(true));
});

describe('an address is a public server’s', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '93.184.216.34',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('%s', (address) => expect(isInside(address)).toBe(false));
});

describe('CALL_API', () => {
  let inside: CountingServer;
  let allowed: CountingServer;

  beforeAll(async () => {
    inside = await CountingServer.start();
    allowed = await CountingServer.start();
  });
  afterAll(() => Promise.all([inside.stop(), allowed.stop()]));
  beforeEach(() => {
    inside.forget();
    allowed.forget();
  });

  async function call(url: string, allowedHosts: readonly string[] = []): Promise<unknown> {
    const agent = guardedAgent(allowedHosts);
    try {
      return await callApi(agent)(
        { method: 'GET', url },
        {
          tenantId: 't',
          instanceId: 'i',
          idempotencyKey: 'k',
          attempt: 1,
          signal: AbortSignal.timeout(5_000),
        },
      );
    } finally {
      await agent.destroy();
    }
  }

  const refused = { error: { code: 'address_not_allowed', retryable: false } };
  const port = () => inside.host.split(':')[1]!;

  test.each([
    'http://127.0.0.1:{port}/',
    'http://localhost:{port}/',
    'http://LocalHost:{port}/',
    'http://[::1]:{port}/',
    'http://[::ffff:127.0.0.1]:{port}/',
    'http://0x7f000001:{port}/',
    'http://0x7f.0.0.1:{port}/',
    'http://2130706433:{port}/',
    'http://0177.0.0.1:{port}/',
    'http://127.1:{port}/',
    'http://0:{port}/',
    'http://169.254.169.254/latest/meta-data/',
  ])('makes no connection to %s', async (url) => {
    await expect(call(url.replace('{port}', port()))).rejects.toMatchObject(refused);
    expect(inside.received).toEqual([]);
  });

  test('follows no redirect to an inside address', async () => {
    allowed.answer = () => ({ status: 302, headers: { location: inside.url('/secret') } });

    await expect(call(allowed.url(), [allowed.host])).rejects.toMatchObject(refused);
    expect(allowed.received).toHaveLength(1);
    expect(inside.received).toEqual([]);
  });

  test('reaches a host inside that an administrator allowed, with its port or without', async () => {
    expect(await call(allowed.url(), [allowed.host])).toEqual({ status: 200, body: {} });
    expect(await call(allowed.url(), ['127.0.0.1'])).toEqual({ status: 200, body: {} });
    await expect(call(inside.url(), [allowed.host])).rejects.toMatchObject(refused);
  });

  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:,x',
    'javascript:alert(1)',
    '/relative',
    'http://',
    '',
    'http://name:password@example.com/',
  ])('is refused the address %s', async (url) => {
    await expect(call(url)).rejects.toMatchObject({ error: { code: 'invalid_url', retryable: false } });
  });

  test('tells nothing of the body of a refused answer', async () => {
    allowed.answer = () => ({ status: 500, body: 'secret' });

    const failure = await call(allowed.url(), [allowed.host]).catch((error: unknown) => error);

    expect(failure).toMatchObject({ error: { code: 'http_500', retryable: true } });
    expect(JSON.stringify(failure)).not.toContain('secret');
  });

  test('that nobody answers may be tried again', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));

    await expect(call(`http://127.0.0.1:${port}/`, ['127.0.0.1'])).rejects.toMatchObject({
      error: { code: 'network', retryable: true },
    });
  });
});
