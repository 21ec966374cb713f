import { expect, test } from 'vitest';
import { newId } from './uuid';

test('an id is a UUID of version 7 that begins with its instant', () => {
  const before = Date.now();
  const id = newId();
  const instant = Number.parseInt(id.replace('-', '').slice(0, 12), 16);

  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(instant).toBeGreaterThanOrEqual(before);
  expect(instant).toBeLessThanOrEqual(Date.now());
});

test('ids do not repeat', () => {
  expect(new Set(Array.from({ length: 10_000 }, newId)).size).toBe(10_000);
});
