import { lint } from '@/lib/engine/definition/lint';
import type { Finding } from '@/lib/engine/definition/finding';
import { parseDefinition } from '@/lib/engine/definition/parse';
import { withScenarios } from '@/lib/engine/simulation/scenario-findings';
import { mayDecide } from '@/lib/tasks/authority';
import type { DesignDocument } from './document/document';

/** What is wrong: the shape first; what it means once the shape is right; then the scenarios that do not end as expected. */
export function findingsOf(
  { definition, scenarios }: Pick<DesignDocument, 'definition' | 'scenarios'>,
  known: Parameters<typeof lint>[1],
): readonly Finding[] {
  const parsed = parseDefinition(definition);
  if (!parsed.ok) return parsed.findings;
  return withScenarios(lint(parsed.definition, known), parsed.definition, scenarios, mayDecide);
}
