import { z } from 'zod';
import { type Definition, definitionSchema, layoutSchema } from '@/lib/engine/definition/schema';
import { type Scenario, scenariosSchema, type SimulatedPerson } from '@/lib/engine/simulation/scenario';
import type { Calendar } from '@/lib/engine/deadlines/calendar';
import type { Json } from '@/lib/engine/json';
import type { Finding, Surroundings } from '@/lib/engine/definition/finding';
import { instantSchema, jsonObjectSchema, personRefSchema } from '@/lib/people/schema';

/** Most bytes of a definition with its layout, as JSON. */
export const definitionBytes = 2 * 1024 * 1024;

/** What is saved as the draft. The definition itself is parsed by lib/engine, whose findings name places and mends. */
export const saveDraftSchema = z.strictObject({
  definition: z.unknown().refine((value) => value !== undefined, 'the definition is missing'),
  layout: layoutSchema.nullish(),
  /** Cases that publishing plays through it (docs/simulator.md). Left out, they stay as they are. */
  scenarios: scenariosSchema.optional(),
});
export type SaveDraft = {
  readonly definition: unknown;
  readonly layout?: z.infer<typeof layoutSchema> | null | undefined;
  readonly scenarios?: readonly Scenario[] | undefined;
};

/** What a new definition is called, and what it begins as; nothing drawn where neither is said. */
export type NewDefinition = {
  readonly key: string;
  readonly name: string;
  /** Key of a template. */
  readonly template?: string | undefined;
  /** What an import gave. */
  readonly draft?: SaveDraft | undefined;
};

export const exportFormats = ['json', 'bpmn', 'mermaid', 'svg'] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const exportQuerySchema = z.object({
  format: z.enum(exportFormats).describe('JSON and BPMN 2.0 can be imported again as they were.'),
  version: z.int().min(1).optional().describe('A published version; the draft where it is left out.'),
});

/** A file to be read as a draft. */
export const importRequestSchema = z.strictObject({
  content: z
    .string()
    .max(5 * 1024 * 1024)
    .describe('The text of the file: BPMN 2.0, or a definition as JSON.'),
});
export type ImportRequest = z.infer<typeof importRequestSchema>;

export const importNoteSchema = z.object({
  kind: z.enum(['lost', 'replaced', 'broken']),
  id: z.string().nullable(),
  name: z.string().nullable(),
  what: z.string(),
  proposal: z.string(),
});

/** What a file gives as a draft, which is not saved yet, and all that it did not take over as it stands. */
export const importedDraftSchema = z.object({
  definition: definitionSchema,
  layout: layoutSchema,
  scenarios: scenariosSchema,
  notes: z.array(importNoteSchema),
});
export type ImportedDraft = z.infer<typeof importedDraftSchema>;

/** How many live instances stand in a state, whatever their version. */
export type LiveState = { readonly state: string; readonly instances: number };

/** What a new process can begin as. */
export type TemplateRow = { readonly key: string; readonly name: string; readonly description: string };

export const findingSchema = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  path: z.string(),
  element: z.string().nullable(),
  message: z.string(),
  mend: z.string(),
});

const whoPublishedSchema = personRefSchema.pick({ id: true, name: true }).nullable();

/** A row of the list of definitions. */
export const definitionRowSchema = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** Null while nothing has been published. */
  activeVersion: z.number().nullable(),
  revision: z.number(),
  /** The draft differs from the active version. */
  draftDiffers: z.boolean(),
  /** Since when nothing of it starts any more. */
  retiredAt: instantSchema.nullable(),
  liveInstances: z.number(),
  updatedAt: instantSchema,
  updatedBy: whoPublishedSchema,
});
export type DefinitionRow = z.infer<typeof definitionRowSchema>;
export type DefinitionName = Pick<DefinitionRow, 'key' | 'name'>;

/** When something was retired, by whom and why; null while it is not. */
const retirementSchema = z
  .object({ at: instantSchema, by: whoPublishedSchema, reason: z.string() })
  .nullable();

export const versionRowSchema = z.object({
  version: z.number(),
  name: z.string(),
  active: z.boolean(),
  /** From when on it is to be the active one; null where nothing is put down for it. */
  scheduledFor: instantSchema.nullable(),
  /** Nothing starts by it any more. */
  retired: retirementSchema,
  publishedAt: instantSchema,
  publishedBy: whoPublishedSchema,
  contentHash: z.string(),
  liveInstances: z.number(),
});
export type VersionRow = z.infer<typeof versionRowSchema>;

export const scheduleSchema = z.object({
  cron: z.string(),
  timeZone: z.string(),
  /** Null for a moment after publishing, until a worker has computed it, and where it never comes again. */
  nextAt: instantSchema.nullable(),
  /** The last instant that was due, and the instance or why there is none. */
  lastAt: instantSchema.nullable(),
  lastInstance: z.string().nullable(),
  lastError: z.string().nullable(),
});
export type ScheduleRow = z.infer<typeof scheduleSchema>;

/** A definition with its draft and its versions, the newest first. */
export const definitionDetailSchema = z.object({
  key: z.string(),
  name: z.string(),
  revision: z.number(),
  activeVersion: z.number().nullable(),
  draft: jsonObjectSchema.nullable(),
  layout: layoutSchema.nullable(),
  scenarios: scenariosSchema,
  draftDiffers: z.boolean(),
  updatedAt: instantSchema,
  updatedBy: whoPublishedSchema,
  versions: z.array(versionRowSchema),
  /** When the active version starts by itself; null where it does not. */
  schedule: scheduleSchema.nullable(),
  /** Nothing of it starts any more; making a version active takes it up again. */
  retired: retirementSchema,
  /** Processes whose active version starts it as a part of theirs. */
  startedBy: z.array(z.object({ key: z.string(), name: z.string() })),
});
export type DefinitionDetail = Omit<z.infer<typeof definitionDetailSchema>, 'draft'> & {
  readonly draft: Definition | null;
};

/** What the designer offers to name, with the words that people know it by. */
export type DesignWorld = Surroundings & {
  /** Role key → name, in the order of the names. */
  readonly roleNames: Readonly<Record<string, string>>;
  /** Rule key → the value in force now. */
  readonly ruleValues: Readonly<Record<string, Json>>;
  readonly calendarValues: Readonly<Record<string, Calendar>>;
  /** Active people with the roles that they hold now, by name; empty for whoever may not edit. */
  readonly people: readonly SimulatedPerson[];
  /** IANA zone of the organization. */
  readonly timeZone: string;
};

/** A published version, which never changes. */
export const versionDetailSchema = versionRowSchema.extend({
  key: z.string(),
  content: definitionSchema,
  layout: layoutSchema.nullable(),
  scenarios: scenariosSchema,
  states: z.array(z.string()),
});
export type VersionDetail = z.infer<typeof versionDetailSchema>;

export const savedDraftSchema = z.object({
  key: z.string(),
  revision: z.number(),
  created: z.boolean(),
  findings: z.array(findingSchema),
});
export type SavedDraft = {
  readonly key: string;
  readonly revision: number;
  readonly created: boolean;
  readonly findings: readonly Finding[];
};

export const lintedSchema = z.object({ findings: z.array(findingSchema), publishable: z.boolean() });
export type Linted = { readonly findings: readonly Finding[]; readonly publishable: boolean };

/** A new version; its findings are warnings only. */
export const publishedSchema = z.object({
  key: z.string(),
  version: z.number(),
  /** From when on it is the active one; null for at once. */
  activeFrom: instantSchema.nullable(),
  revision: z.number(),
  contentHash: z.string(),
  findings: z.array(findingSchema),
});
export type Published = {
  readonly key: string;
  readonly version: number;
  readonly activeFrom: string | null;
  readonly revision: number;
  readonly contentHash: string;
  readonly findings: readonly Finding[];
};

/** An entry of the catalogue: a process that the actor may start now. */
export const startableSchema = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  version: z.number(),
  subject: z.object({ type: z.string(), unique: z.boolean() }),
  /** JSON Schema of the input; null where nothing is asked. */
  input: jsonObjectSchema.nullable(),
  /** Hints for react-jsonschema-form. */
  inputUi: jsonObjectSchema.nullable(),
});
export type Startable = z.infer<typeof startableSchema>;

/** An activity type that a plugin has brought. */
export const activityTypeSchema = z.object({
  type: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** JSON Schema (draft 07) of its settings. */
  settingsSchema: jsonObjectSchema,
});
export type ActivityType = z.infer<typeof activityTypeSchema>;

/** How often an open designer says that it is open, in seconds; who is silent for twice as long and a bit has left. */
export const presenceEvery = 20;
export const presenceLasts = 50;

/** Who else has the draft open, and how it stands. */
export const presenceSchema = z.object({
  /** Id of the definition: the stream of changes names it when somebody comes, goes or saves. */
  id: z.string(),
  revision: z.number(),
  others: z.array(z.object({ name: z.string(), since: instantSchema })),
});
export type Presence = z.infer<typeof presenceSchema>;
