import { drawnBeside } from '@/components/definitions/drawing';
import { layOut } from '@/components/diagram/layout';
import type { DesignWorld } from '@/lib/definitions/schema';
import { equalJson, type Json } from '@/lib/engine/json';
import type { Definition, Layout } from '@/lib/engine/definition/schema';
import { completeLayout } from './document/placement';
import type { DesignDocument } from './document/document';
import { browserStorage, copyName, readCopy } from './saving/local-copy';
import type { SaveState } from './saving/save-state';
import { createDesigner, type DesignerStore } from './store';

export type Opened = {
  readonly store: DesignerStore;
  /** Unsaved work of this browser was taken up again. */ readonly restored: boolean;
};

/**
 * Begins with what the server has, or with what this browser kept of it unsaved. A copy of another revision is sent under
 * that revision: then the server says that somebody else has saved, and the person chooses.
 */
export async function openDesigner({
  document,
  revision,
  known,
  personId,
  readOnlyReason,
  publishedSteps,
}: {
  document: DesignDocument;
  revision: number;
  known: DesignWorld;
  personId: string;
  readOnlyReason: string | null;
  publishedSteps: readonly string[];
}): Promise<Opened> {
  const readOnly = readOnlyReason !== null;
  const kept = readOnly ? null : readCopy(browserStorage(), copyName(personId, document.definition.key));
  // What had arrived after all, and only its answer was lost, is nothing to take up again.
  const copy = kept && (kept.code !== null || !sameJson(kept.document, document)) ? kept : null;
  // A copy that an earlier release kept knows of no scenarios.
  const begun = copy ? { ...copy.document, scenarios: copy.document.scenarios ?? [] } : document;
  const placed = { ...begun, layout: await everyPlace(begun) };
  const save: SaveState = copy ? { kind: 'pending', revision: copy.revision } : { kind: 'saved', revision };
  const store = createDesigner(placed, { known, readOnly, publishedSteps: new Set(publishedSteps), save });
  const narrow = window.matchMedia('(width < 48rem)').matches;
  store.setState({ code: copy?.code ?? null, view: copy?.code ? 'code' : narrow ? 'list' : 'canvas' });
  return { store, restored: copy !== null };
}

/** A layout that has every step: one that was never drawn is laid out, single missing ones are placed below. */
async function everyPlace(document: DesignDocument): Promise<Layout> {
  const { definition, layout } = document;
  const placed = definition.steps.filter(({ key }) => layout[key]).length;
  if (placed > 0 || definition.steps.length === 0) return completeLayout(document);
  try {
    return completeLayout({ ...document, layout: await layoutOf(definition) });
  } catch {
    return completeLayout(document);
  }
}

async function layoutOf({ steps, transitions, annotations }: Definition): Promise<Layout> {
  const { nodes } = await layOut(
    {
      steps: steps.map(({ key, name, type }) => ({ key, name: name ?? key, type })),
      transitions: transitions.map(({ key, from, to, name }) => ({ key, from, to, ...(name && { name }) })),
      ...drawnBeside(annotations ?? []),
    },
    'RIGHT',
  );
  return Object.fromEntries(
    Object.entries(nodes).map(([key, { x, y }]) => [key, { x: Math.round(x), y: Math.round(y) }]),
  );
}

function sameJson(left: DesignDocument, right: DesignDocument): boolean {
  return equalJson(left as unknown as Json, right as unknown as Json);
}
