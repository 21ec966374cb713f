import { likePattern } from '@/lib/people/text';
import type { InboxConditions } from './narrowing';
import { type InboxQuery, readFactFilter, type ReadFilters } from './schema';

/** What a list is narrowed by, as the reads take it: of an address, of the API and of a saved view alike. */
export function readFilters({
  definition,
  q,
  overdue,
  priorityFrom,
  fact = [],
}: Pick<
  ReadFilters | InboxQuery,
  'definition' | 'q' | 'overdue' | 'priorityFrom' | 'fact'
>): InboxConditions {
  return {
    definitionKey: definition,
    words: likePattern(q)?.toLowerCase(),
    overdue,
    priorityFrom,
    facts: fact.map(readFactFilter),
  };
}
