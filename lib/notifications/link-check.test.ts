import { testSecret } from '@/lib/testing/secret';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllEnvs());

test.each(['https://flow.example.com', 'https://example.com/tools/interlock', 'http://localhost:4711'])(
  'a link under %s is rendered and read again',
  async (url) => {
    vi.resetModules();
    vi.stubEnv('INTERLOCK_URL', url);
    vi.stubEnv('INTERLOCK_SECRET', testSecret);
    const { checkMailLinks } = await import('./link-check');

    expect(checkMailLinks()).toBe('ok');
  },
);
