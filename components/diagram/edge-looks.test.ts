import { expect, test } from 'vitest';
import { edgeLooks } from './edge-looks';

test('a transition that an instance did not take is drawn apart from one that it took', () => {
  const look = edgeLooks({ takenTransitions: ['a'] });

  expect([look('a'), look('b')]).toEqual(['taken', 'untaken']);
});

test('in a comparison what came, differs or is gone is drawn as that, and plainly what is as before', () => {
  const compared = edgeLooks({ changedTransitions: { a: 'added', b: 'changed', c: 'removed' } });

  expect(['a', 'b', 'c', 'd'].map(compared)).toEqual(['added', 'changed', 'removed', 'plain']);
  expect(edgeLooks({ changedTransitions: {} })('a')).toBe('plain');
  expect(edgeLooks({})('a')).toBe('plain');
});
