import { z } from 'zod';
import { keySchema } from '@/lib/engine/definition/primitives';
import { jsonObjectSchema } from '@/lib/people/schema';
import { viewAudienceSchema, viewColours, viewColourSchema, viewNameSchema } from '@/lib/saved-views/schema';

/**
 * Views of the inbox: assigned to or taken by me · open for my roles · the same
 * of those for whom I stand in · what I have put off · what I wait for others to decide · all that I
 * decided · all open ones (support).
 */
export const views = ['mine', 'groups', 'acting', 'snoozed', 'waiting', 'done', 'all'] as const;
export type View = (typeof views)[number];

/** Orders that need no business fact. `-` in front of one turns it round; `newest` and `oldest` are each other's. */
export const plainSorts = ['due', 'priority', 'newest', 'oldest', 'process'] as const;

/** What a list may be grouped by; it is then sorted by that first. */
export const groupings = ['due', 'process', 'priority'] as const;
export type Grouping = (typeof groupings)[number];

/** How a filter compares a business fact: equal to · at least · at most · contains. */
export const factOperators = ['is', 'from', 'to', 'has'] as const;
export type FactOperator = (typeof factOperators)[number];
export type FactFilter = {
  readonly label: string;
  readonly operator: FactOperator;
  readonly value: string;
};

/** Limits of a list's filters. */
export const listLimits = { sorts: 4, facts: 6 } as const;

const sortPattern = /^-?(?:due|priority|process|newest|oldest|fact:.{1,200})$/su;
const factPattern = /^(.{1,200}?):(is|from|to|has):(.{1,100})$/su;

/** Once or several times in an address. */
function several(item: z.ZodString, most: number) {
  return z
    .union([item, z.array(item)])
    .transform((given) => (Array.isArray(given) ? given : [given]))
    .pipe(z.array(z.string()).max(most, `at most ${most} of these`));
}

export const taskFiltersSchema = z.object({
  view: z.enum(views).optional(),
  /** Tasks of one instance, open ones first. */
  instance: z.string().max(100).optional(),
  status: z.enum(['open', 'closed']).optional(),
  definition: z.string().max(64).optional(),
  /** Words of the title, the subject, the requester or a business fact. */
  q: z.string().trim().max(200).optional(),
  /** Only tasks that are past their due instant. */
  overdue: z.stringbool().or(z.boolean()).optional(),
  /** Only tasks of at least this priority, 0 to 100. */
  priorityFrom: z.coerce.number().int().min(0).max(100).optional(),
  /** Business facts, as `label:is:value`, `:from:` (at least), `:to:` (at most) or `:has:` (contains); all have to hold. */
  fact: several(
    z.string().regex(factPattern, 'write a filter like Country:is:DE or Amount:from:1000'),
    listLimits.facts,
  ).optional(),
  /**
   * `due`, `priority`, `process`, `newest`, `oldest`, or `fact:` and the label of a business fact; `-` in front turns it
   * round. Several are sorted by in turn. Tasks without a due instant, or without the fact, come last.
   */
  sort: several(z.string().regex(sortPattern, 'there is no such order'), listLimits.sorts).optional(),
  /** Sorts by this first. */
  group: z.enum(groupings).optional(),
});
export type TaskFilters = z.input<typeof taskFiltersSchema>;
export type ReadFilters = z.output<typeof taskFiltersSchema>;

/**
 * Which tasks a list of the inbox shows, and in which order: what the address of the inbox says, and what a saved view
 * keeps.
 */
export const inboxQuerySchema = taskFiltersSchema
  .pick({ q: true, definition: true, overdue: true, priorityFrom: true, group: true })
  .extend({
    view: z.enum(views),
    fact: z.array(z.string().regex(factPattern)).max(listLimits.facts).optional(),
    sort: z.array(z.string().regex(sortPattern)).min(1).max(listLimits.sorts),
  });
export type InboxQuery = z.output<typeof inboxQuerySchema>;

/** A filter as the address writes it. */
export function factFilterText({ label, operator, value }: FactFilter): string {
  return `${label}:${operator}:${value}`;
}

/** A filter that the schema has let pass, in its parts. */
export function readFactFilter(text: string): FactFilter {
  const [, label = '', operator = 'is', value = ''] = factPattern.exec(text) ?? [];
  return { label, operator: operator as FactOperator, value };
}

/** What lists of the actor show of one business fact: as what it is offered for filtering. */
export const factLabelSchema = z.object({
  label: z.string(),
  kind: z.enum(['number', 'text', 'date']),
  format: z.string().nullable(),
  currency: z.string().nullable(),
  /** The least and the greatest number among the actor's tasks; null for what is no number. */
  least: z.number().nullable(),
  most: z.number().nullable(),
});
export type FactLabel = z.infer<typeof factLabelSchema>;

export const factValueSchema = z.object({
  value: z.string(),
  /** As people read it. */
  title: z.string(),
});
export type FactChoice = z.infer<typeof factValueSchema>;

/** A process that has tasks in a list. */
export const taskProcessSchema = z.object({ key: z.string(), name: z.string() });
export type TaskProcess = z.infer<typeof taskProcessSchema>;

/** What the navigation and the views show; counting stops at 1,000. */
export const taskCountsSchema = z.object({
  mine: z.number(),
  groups: z.number(),
  acting: z.number(),
  snoozed: z.number(),
  waiting: z.number(),
  done: z.number(),
  overdue: z.number(),
});
export type TaskCounts = z.infer<typeof taskCountsSchema>;

/** A list that is kept under a name. */
export const saveViewSchema = z.strictObject({
  name: viewNameSchema,
  colour: viewColourSchema,
  sharedWith: viewAudienceSchema,
  query: inboxQuerySchema,
});
export type SaveView = z.input<typeof saveViewSchema>;
export const changeViewSchema = saveViewSchema.partial();
export type ChangeView = z.input<typeof changeViewSchema>;

export const savedViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  colour: z.enum(viewColours),
  query: inboxQuerySchema,
  sharedWith: z.string().nullable(),
  owner: z.object({ id: z.string(), name: z.string() }),
  /** The reader may change and delete it. */
  own: z.boolean(),
  /** The reader has taken it out of their list. */
  hidden: z.boolean(),
  /** Of what the reader sees in it; counting stops at 1,000. Null: it is hidden, and not counted. */
  count: z.number().nullable(),
});
export type SavedView = z.infer<typeof savedViewSchema>;

/** Until when a task is put off; null takes it back. */
export const snoozeSchema = z.strictObject({
  until: z.iso.datetime({ offset: true, error: 'write an instant like 2026-03-02T09:00:00Z' }).nullable(),
});

/** What one has typed for a task. */
export const draftSchema = z.strictObject({
  form: jsonObjectSchema.default({}),
  reason: z.string().max(10_000).default(''),
});
export type TaskDraft = z.output<typeof draftSchema>;

/** The most tasks that one call acts on. */
export const mostAtOnce = 200;

const instant = snoozeSchema.shape.until;

/** What is done to each of several tasks; each is authorized and decided by itself, as if it were the only one. */
export const bulkSchema = z.strictObject({
  tasks: z
    .array(z.string().max(100))
    .min(1, 'choose at least one task')
    .max(mostAtOnce, `at most ${mostAtOnce} tasks at once`),
  act: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('claim') }),
    z.strictObject({ kind: z.literal('release') }),
    z.strictObject({ kind: z.literal('assign'), to: z.string().max(254), reason: z.string().max(10_000) }),
    z.strictObject({
      kind: z.literal('decide'),
      outcome: keySchema,
      reason: z.string().max(10_000).nullish(),
    }),
    z.strictObject({ kind: z.literal('snooze'), until: instant }),
    /** About the request of each task. */
    z.strictObject({ kind: z.literal('comment'), text: z.string().max(5000) }),
  ]),
});
export type BulkOrder = z.input<typeof bulkSchema>;
export type BulkAct = BulkOrder['act'];

/** What became of one of them. */
export const bulkRowSchema = z.object({
  task: z.string(),
  /** What it is about; null where the caller may not see it. */
  title: z.string().nullable(),
  subject: z.string().nullable(),
  ok: z.boolean(),
  /** Why it was refused, in words, and the name of the rule. */
  refusal: z.object({ code: z.string(), rule: z.string().nullable(), message: z.string() }).nullable(),
});
export type BulkRow = z.infer<typeof bulkRowSchema>;
export const bulkResultSchema = z.object({
  done: z.number(),
  refused: z.number(),
  rows: z.array(bulkRowSchema),
});
export type BulkResult = z.infer<typeof bulkResultSchema>;
