import type { Finding } from '@/lib/engine/definition/finding';
import type { Definition } from '@/lib/engine/definition/schema';

/** What is wrong with the shape of a definition; null when that cannot be told now. Never throws. */
export type CheckShape = (definition: Definition) => Promise<readonly Finding[] | null>;

/** Checks with the code of publishing. It comes when the drawing stands; a server that cannot send it cannot save either. */
export const checkShape: CheckShape = async (definition) => {
  const code = await import('@/lib/engine/definition/parse').catch(() => null);
  if (!code) return null;
  const parsed = code.parseDefinition(definition);
  return parsed.ok ? [] : parsed.findings;
};
