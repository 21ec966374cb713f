import { expect, it } from 'vitest';
import { ruleVersions } from './scope';

it('the rules that an evaluation read are named with their versions, however their key is written', () => {
  const env = {
    now: '2026-01-01T00:00:00Z',
    rules: { refund_limit: { value: 5, version: 'v1' }, 'vip-limit': { value: { eur: 9 }, version: 'v2' } },
    chance: [],
  };

  expect(
    ruleVersions({ 'rules.refund_limit': 5, 'rules["vip-limit"].eur': 9, 'context.rules.other': 1 }, env),
  ).toEqual({ refund_limit: 'v1', 'vip-limit': 'v2' });
});
