import type { Json } from '@/lib/engine/json';
import type { PlanInput, Proposal } from '@/lib/migration/schema';

/** How a new field is given. */
export type FieldDraft = { readonly kind: 'empty' | 'value' | 'expression'; readonly text: string };

/** What stands in the fields of the wizard. */
export type PlanDraft = {
  /** Step → step; '' for one that goes nowhere. */
  readonly map: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, FieldDraft>>;
  /** Instance → path → what was typed for it alone. */
  readonly own: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly work: 'keep' | 'restart';
};

/** The draft that a proposal begins with: steps by key, and new fields that nobody gives yet. */
export function emptyPlan({ states, newFields }: Proposal): PlanDraft {
  return {
    map: Object.fromEntries(states.map(({ step, to }) => [step.key, to ?? ''])),
    data: Object.fromEntries(newFields.map(({ path }) => [path, { kind: 'empty', text: '' }])),
    own: {},
    work: 'keep',
  };
}

/** The plan that the draft makes. A step that goes nowhere is left out, as is one that keeps its key. */
export function planFrom({ from, to, newFields }: Proposal, { map, data, own, work }: PlanDraft): PlanInput {
  const types = new Map(newFields.map(({ path, type }) => [path, type]));
  const moved = Object.entries(map).filter(([step, goes]) => goes !== '' && goes !== step);
  const given: NonNullable<PlanInput['data']> = {};
  for (const [path, { kind, text }] of Object.entries(data)) {
    if (kind === 'empty' || text.trim() === '') continue;
    given[path] =
      kind === 'expression' ? { expression: text.trim() } : { value: valueOf(text, types.get(path) ?? null) };
  }
  const instances: NonNullable<PlanInput['instances']> = {};
  for (const [id, values] of Object.entries(own)) {
    const typed = Object.entries(values).filter(([, text]) => text.trim() !== '');
    if (typed.length === 0) continue;
    instances[id] = Object.fromEntries(
      typed.map(([path, text]) => [path, valueOf(text, types.get(path) ?? null)]),
    );
  }
  return { from, to, map: Object.fromEntries(moved), data: given, instances, work };
}

/** What was typed as the type of its field; a text where it is none of that type. */
function valueOf(text: string, type: string | null): Json {
  if (type === 'string') return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
