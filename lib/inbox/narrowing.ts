import type { Audience } from './audience';
import type { FactFilter } from './schema';

/** What narrows a list of the inbox; what is undefined does not. */
export type InboxConditions = {
  readonly definitionKey?: string | undefined;
  /** A LIKE pattern, in small letters. */
  readonly words?: string | undefined;
  readonly overdue?: boolean | undefined;
  readonly priorityFrom?: number | undefined;
  readonly facts: readonly FactFilter[];
  /** What the person has put off: left out, or nothing else. */
  readonly snoozed?: { readonly by: string; readonly shown: 'only' | 'not' } | undefined;
};

/** A statement's text and its values; `$1` is the tenant. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] };

/** Gives each value a place of its own. */
export class Values {
  readonly all: unknown[];
  constructor(first: readonly unknown[]) {
    this.all = [...first];
  }
  add(value: unknown): string {
    return `$${this.all.push(value)}`;
  }
}

/** The open tasks that the index of words has for a pattern. */
export const hitsOf = (pattern: string) =>
  `SELECT w.task_id FROM public.tasks_with_words(tenant.id, ${pattern}) AS w`;
export const hits = 'JOIN hits ON hits.task_id = a.task_id';

/** Whether the index of words can say anything: it knows open tasks, by three letters at least. */
export function indexed(audiences: readonly Audience[], words: string | undefined): words is string {
  return (
    words !== undefined &&
    /[\p{L}\p{N}]{3}/u.test(words) &&
    !audiences.some(({ name }) => name.startsWith('d:'))
  );
}

/** What holds for a row of any list. */
export function sharedConditions(values: Values, where: InboxConditions): string[] {
  const { definitionKey, words, overdue, priorityFrom, snoozed } = where;
  return [
    definitionKey === undefined ? null : `a.definition_key = ${values.add(definitionKey)}`,
    words === undefined ? null : `a.words LIKE ${values.add(words)}`,
    overdue ? 'a.due_at < now()' : null,
    priorityFrom === undefined ? null : `a.priority >= ${values.add(priorityFrom)}`,
    snoozed === undefined ? null : snoozedCondition(values.add(snoozed.by), snoozed.shown),
  ].filter((clause) => clause !== null);
}

/** With OFFSET 0, what is left out is asked of each row: as a join, the planner would read a whole list for the few of it. */
function snoozedCondition(person: string, shown: 'only' | 'not'): string {
  const found = `SELECT z.task_id FROM public.task_snoozes z WHERE z.tenant_id = tenant.id
    AND z.person_id = ${person}::uuid AND z.task_id = a.task_id AND z.until > now()`;
  return shown === 'only' ? `EXISTS (${found})` : `NOT EXISTS (${found} OFFSET 0)`;
}

/** What keeps tasks of one list from the reader. */
export function ownConditions(
  values: Values,
  { barred, processes = [], mostAmount = null }: Audience,
): string[] {
  return [
    barred.length > 0 ? `NOT (a.barred && ${values.add(barred)}::text[])` : null,
    processes.length > 0 ? `a.definition_key = ANY (${values.add(processes)}::text[])` : null,
    mostAmount === null ? null : `a.amount <= ${values.add(mostAmount)}::float8`,
  ].filter((clause) => clause !== null);
}

/** Numbers are compared as numbers; other texts, as dates, in their own order. */
export function factCondition(
  values: Values,
  { label, operator, value }: FactFilter,
  index: number,
  audience: string,
) {
  const w = `w${index}`;
  const join = `JOIN public.task_facts ${w} ON ${w}.tenant_id = a.tenant_id AND ${w}.task_id = a.task_id AND ${w}.audience = a.audience
    AND ${w}.tenant_id = tenant.id AND ${w}.audience = ${audience} AND ${w}.label = ${values.add(label)}`;
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(value);
  const text = `${w}.number_value = 'infinity'`;
  switch (operator) {
    case 'is':
      return { join, condition: `${text} AND ${w}.text_value = ${values.add(value)}` };
    case 'has': {
      const pattern = `%${value.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
      return { join, condition: `${text} AND ${w}.text_value ILIKE ${values.add(pattern)}` };
    }
    case 'from':
      return {
        join,
        condition: isNumber
          ? `${w}.number_value >= ${values.add(value)}::float8 AND ${w}.number_value < 'infinity'`
          : `${text} AND ${w}.text_value >= ${values.add(value)}`,
      };
    case 'to':
      return {
        join,
        condition: isNumber
          ? `${w}.number_value <= ${values.add(value)}::float8`
          : `${text} AND ${w}.text_value <= ${values.add(value)}`,
      };
  }
}

/** True for a row whose task has no such fact: asked of each row, since the planner would read the facts of all. */
export function lacks(values: Values, label: string): string {
  return `(SELECT n.label FROM public.task_facts n WHERE n.tenant_id = a.tenant_id AND n.task_id = a.task_id
    AND n.audience = a.audience AND n.label = ${values.add(label)} LIMIT 1) IS NULL`;
}
