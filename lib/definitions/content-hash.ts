import { createHash } from 'node:crypto';
import { canonicalText } from '@/lib/engine/definition/canonical';
import type { Definition } from '@/lib/engine/definition/schema';

/** The SHA-256 that says what a version is, in hexadecimal: over its one text, without the layout (DESIGN 7). */
export function contentHashOf(definition: Definition): string {
  return createHash('sha256').update(canonicalText(definition)).digest('hex');
}
