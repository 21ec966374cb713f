import { expect, test } from 'vitest';
import { edgeLanes } from './edge-lanes';

test('transitions between the same two steps are counted, so that their words need not lie on each other', () => {
  const lane = edgeLanes();

  expect([lane('a', 'b'), lane('a', 'b'), lane('b', 'a')]).toEqual([0, 1, 0]);
});
