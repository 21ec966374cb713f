import { type ImportedProcess, readBpmn } from '@/lib/bpmn/read-bpmn';
import { writeBpmn } from '@/lib/bpmn/write-bpmn';
import type { Layout } from '@/lib/engine/definition/schema';

type Imported = Extract<ImportedProcess, { ok: true }>;

/**
 * Exports what was imported and imports it again. @returns what came back, and what has to come back: the same definition
 * in the same places, with nothing to be said about it
 */
export async function bpmnRoundTrip(
  imported: Imported,
): Promise<{ readonly again: ImportedProcess; readonly expected: Imported }> {
  const { definition, layout } = imported;
  const notes = (definition.annotations ?? []).filter(({ type }) => type === 'NOTE');
  // What had no place in the file has one by the time somebody exports it.
  const placed: Layout = Object.fromEntries(
    [...definition.steps, ...notes].map(({ key }, index) => [key, layout[key] ?? { x: index, y: 0 }]),
  );
  const again = await readBpmn(await writeBpmn(definition, placed));
  return { again, expected: { ok: true, definition, layout: placed, notes: [] } };
}
