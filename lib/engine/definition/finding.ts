import type { JsonObject } from '@/lib/engine/json';

/** What lint says of a definition: each finding has a code, a place and a way to mend it (DESIGN 7). */
export type Finding = {
  readonly code: FindingCode;
  readonly severity: 'error' | 'warning';
  /** JSON pointer into the definition (`/steps/3/activities/0`). */
  readonly path: string;
  /** Key of the step or transition it is about, for selecting it in the designer. */
  readonly element: string | null;
  /** One sentence in plain words: what is wrong. */
  readonly message: string;
  /** One sentence: how to mend it. */
  readonly mend: string;
};

export type FindingCode =
  | 'invalid_shape'
  | 'unknown_field'
  | 'no_start'
  | 'several_starts'
  | 'no_end'
  | 'duplicate_key'
  | 'names_differ_in_case'
  | 'missing_step'
  | 'unreachable_step'
  | 'no_way_to_end'
  | 'automatic_loop'
  | 'no_transition_out'
  | 'transition_out_of_end'
  | 'transition_into_start'
  | 'decision_without_default'
  | 'several_defaults'
  | 'outcome_without_transition'
  | 'unknown_outcome'
  | 'trigger_does_not_fit'
  | 'fork_without_join'
  | 'join_without_fork'
  | 'several_joins'
  | 'fork_condition_ignored'
  | 'crosses_fork'
  | 'unknown_field_in_expression'
  | 'expression_syntax'
  | 'expression_type'
  | 'template_syntax'
  | 'unknown_role'
  | 'unknown_rule'
  | 'unknown_function'
  | 'unknown_secret'
  | 'unknown_definition'
  | 'unknown_calendar'
  | 'calendar_missing'
  | 'unknown_resource'
  | 'unknown_activity_type'
  | 'invalid_settings'
  | 'unknown_compensation'
  | 'compensation_missing'
  | 'irreversible_before_failure'
  | 'compensation_ignored'
  | 'no_maximum_age'
  | 'nobody_can_decide'
  | 'invalid_json_schema'
  | 'invalid_accept'
  | 'invalid_timer'
  | 'endless_recursion'
  | 'item_name_taken'
  | 'signal_payloads_differ'
  | 'schedule_input_missing'
  | 'scenario_failed'
  | 'resource_ignored';

/** What exists around a definition, so that lint can tell unknown names; null means "not known here, do not check". */
export type Surroundings = {
  readonly roles: readonly string[] | null;
  readonly rules: readonly string[] | null;
  readonly functions: readonly string[] | null;
  readonly secrets: readonly string[] | null;
  readonly definitions: readonly string[] | null;
  readonly calendars?: readonly string[] | null;
  readonly resources?: readonly string[] | null;
  readonly activityTypes: readonly string[] | null;
  /** JSON Schema (draft 07) of the settings of an activity type that a plugin brings. */
  readonly settingsSchemas?: Readonly<Record<string, JsonObject>>;
};
