import { readBpmn } from '@/lib/bpmn/read-bpmn';
import type { ImportNote } from '@/lib/bpmn/notes';
import { writeBpmn } from '@/lib/bpmn/write-bpmn';
import { parseDefinition } from '@/lib/engine/definition/parse';
import { type Definition, layoutSchema } from '@/lib/engine/definition/schema';
import { scenariosSchema } from '@/lib/engine/simulation/scenario';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { drawDefinition } from './draw-definition';
import { writeMermaid } from './mermaid';
import { readDefinition, readVersion } from './read-definitions';
import { type ExportFormat, type ImportedDraft, importRequestSchema, type ImportRequest } from './schema';

/** A definition as a file. */
export type ExportedFile = { readonly name: string; readonly type: string; readonly content: string };

/**
 * Reads a file as a draft: BPMN 2.0, or JSON (a definition, or what an export gave). Nothing is saved. What a BPMN file has
 * and a definition has not comes back as notes, each with its id and a proposal.
 */
export async function importDefinition(actor: Actor, request: ImportRequest): Promise<Result<ImportedDraft>> {
  const lacking = lacks(actor, 'definitions.edit');
  if (lacking) return lacking;
  const read = readInput(importRequestSchema, request);
  if (!read.ok) return read;
  const { content } = read.value;
  return content.trimStart().startsWith('<') ? importBpmn(content) : importJson(content);
}

async function importBpmn(content: string): Promise<Result<ImportedDraft>> {
  const imported = await readBpmn(content);
  const notes: ImportedDraft['notes'] = [...imported.notes];
  if (!imported.ok) return refuse('invalid', imported.message, { notes: notes.map((note) => ({ ...note })) });
  const { definition, layout } = imported;
  return done({ definition, layout, scenarios: [], notes });
}

function importJson(content: string): Result<ImportedDraft> {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refuse('invalid', `The file is neither BPMN 2.0 nor JSON: ${why}.`);
  }
  const { definition, layout, scenarios } = wrapped(json);
  const parsed = parseDefinition(definition);
  if (!parsed.ok) {
    const [first] = parsed.findings;
    return refuse(
      'invalid',
      `The file is no definition. ${first?.message ?? ''} ${first?.mend ?? ''}`.trim(),
    );
  }
  const places = layoutSchema.safeParse(layout ?? {});
  const cases = scenariosSchema.safeParse(scenarios ?? []);
  return done({
    definition: parsed.definition,
    layout: places.success ? places.data : {},
    scenarios: cases.success ? cases.data : [],
    notes: [
      ...(places.success ? [] : [unread('layout', 'Tidy the drawing up.')]),
      ...(cases.success ? [] : [unread('scenarios', 'Play them anew in the simulator.')]),
    ],
  });
}

function wrapped(json: unknown): { definition: unknown; layout?: unknown; scenarios?: unknown } {
  const isWrapped = typeof json === 'object' && json !== null && 'definition' in json && !('steps' in json);
  return isWrapped ? (json as { definition: unknown }) : { definition: json };
}

function unread(id: string, proposal: string): ImportNote {
  return { kind: 'broken', id, name: null, what: `The ${id} of the file cannot be read.`, proposal };
}

/** The draft, or a published version, as a file of the format. */
export async function exportDefinition(
  actor: Actor,
  key: string,
  format: ExportFormat,
  version: number | null = null,
): Promise<Result<ExportedFile>> {
  const lacking = lacks(actor, 'definitions.read');
  if (lacking) return lacking;
  const found =
    version === null ? await draftOf(actor, key) : await readVersion(actor.tenantId, key, version);
  if (!found) return refuse('not_found', 'There is no such definition.');
  const { content, layout, scenarios } = found;
  const name = version === null ? key : `${key}-v${version}`;
  switch (format) {
    case 'bpmn':
      return done({
        name: `${name}.bpmn`,
        type: 'application/xml',
        content: await writeBpmn(content, layout ?? {}),
      });
    case 'mermaid':
      return done({ name: `${name}.mmd`, type: 'text/plain', content: writeMermaid(content) });
    case 'svg':
      return done({
        name: `${name}.svg`,
        type: 'image/svg+xml',
        content: drawDefinition(content, layout ?? {}),
      });
    case 'json': {
      const whole = { definition: content, layout: layout ?? {}, scenarios };
      return done({
        name: `${name}.json`,
        type: 'application/json',
        content: `${JSON.stringify(whole, null, 2)}\n`,
      });
    }
  }
}

async function draftOf(actor: Actor, key: string) {
  const stored = await readDefinition(actor.tenantId, key);
  const content: Definition | null | undefined = stored?.draft;
  return stored && content ? { content, layout: stored.layout, scenarios: stored.scenarios } : null;
}
