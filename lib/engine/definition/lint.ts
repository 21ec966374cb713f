import type { Finding, Surroundings } from './finding';
import type { Definition } from './schema';

export function lint(definition: Definition, around: Surroundings): Finding[] {
  throw new Error(`being written: ${definition.key} ${String(around)}`);
}
