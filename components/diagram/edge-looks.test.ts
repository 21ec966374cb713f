import { expect, test } from 'vitest';
import { edgeLanes, edgeLooks } from './edge-looks';

test('a transition that an instance did not take is drawn apart from one that it took', () => {
  const look = edgeLooks({ takenTransitions: ['a'], marks: { start: { kind: 'done', visits: 1 } } });

  expect([look('a'), look('b')]).toEqual(['taken', 'untaken']);
});

test('a transition that is as before in a comparison is drawn plainly, as one is without marks', () => {
  const compared = edgeLooks({ takenTransitions: ['a'], marks: { start: { kind: 'same', visits: 0 } } });

  expect([compared('a'), compared('b'), edgeLooks({})('b')]).toEqual(['taken', 'plain', 'plain']);
});

test('transitions between the same two steps are counted, so that their words need not lie on each other', () => {
  const lane = edgeLanes();

  expect([lane('a', 'b'), lane('a', 'b'), lane('b', 'a')]).toEqual([0, 1, 0]);
});
