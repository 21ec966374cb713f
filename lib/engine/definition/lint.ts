import type { Finding, Surroundings } from './finding';
import { invalidAccept } from './lint/accepted-files';
import { automaticLoop } from './lint/automatic-loop';
import { decisionWithoutDefault } from './lint/decision-without-default';
import { duplicateKey } from './lint/duplicate-key';
import { ends } from './lint/ends';
import { expressions } from './lint/expressions';
import { compensationIgnored, compensationMissing, irreversibleBeforeFailure } from './lint/failures';
import { crossesFork } from './lint/crosses-fork';
import { forkConditionIgnored, forkWithoutJoin, joinWithoutFork, severalJoins } from './lint/forks-and-joins';
import { invalidSettings } from './lint/invalid-settings';
import { invalidJsonSchema } from './lint/invalid-json-schema';
import { missingStep } from './lint/missing-step';
import { modelOf, type Rule } from './lint/model';
import { namesDifferInCase } from './lint/names-differ-in-case';
import { noMaximumAge } from './lint/no-maximum-age';
import { noTransitionOut } from './lint/no-transition-out';
import { noWayToEnd } from './lint/no-way-to-end';
import { nobodyCanDecide } from './lint/nobody-can-decide';
import { outcomeWithoutTransition, unknownOutcome } from './lint/outcomes';
import { resourceIgnored } from './lint/resource-ignored';
import { scheduleInputMissing } from './lint/schedule-input';
import { severalDefaults } from './lint/several-defaults';
import { signalPayloadsDiffer } from './lint/signals';
import { starts } from './lint/starts';
import { endlessRecursion, itemNameTaken } from './lint/sub-workflows';
import { invalidTimer } from './lint/timers';
import { triggerDoesNotFit } from './lint/trigger-does-not-fit';
import {
  unknownActivityType,
  unknownCalendar,
  unknownCompensation,
  unknownDefinition,
  unknownFunction,
  unknownResource,
  unknownRole,
  unknownRule,
} from './lint/unknown-names';
import { unreachableStep } from './lint/unreachable-step';
import type { Definition } from './schema';

/** What a reader mends first comes first: the shape of the graph, then names, then what is said at a place. */
const rules: readonly Rule[] = [
  starts,
  ends,
  duplicateKey,
  missingStep,
  unreachableStep,
  noTransitionOut,
  noWayToEnd,
  automaticLoop,
  triggerDoesNotFit,
  outcomeWithoutTransition,
  unknownOutcome,
  severalDefaults,
  forkWithoutJoin,
  joinWithoutFork,
  severalJoins,
  crossesFork,
  forkConditionIgnored,
  unknownCompensation,
  unknownRole,
  unknownRule,
  unknownFunction,
  unknownDefinition,
  unknownActivityType,
  unknownCalendar,
  unknownResource,
  invalidSettings,
  invalidJsonSchema,
  invalidAccept,
  signalPayloadsDiffer,
  invalidTimer,
  endlessRecursion,
  itemNameTaken,
  scheduleInputMissing,
  expressions,
  nobodyCanDecide,
  resourceIgnored,
  decisionWithoutDefault,
  namesDifferInCase,
  noMaximumAge,
  compensationMissing,
  irreversibleBeforeFailure,
  compensationIgnored,
];

/**
 * Everything that lint has to say of a definition that `parseDefinition` has accepted (DESIGN 7); the designer
 * shows it as one types, publishing refuses a definition with an error. Errors stand before warnings. Pure, linear in
 * the size of the definition, and total: there is an answer for every definition that the schema lets through.
 */
export function lint(definition: Definition, around: Surroundings): Finding[] {
  const model = modelOf(definition, around);
  const findings = rules.flatMap((rule) => rule(model));
  return [
    ...findings.filter(({ severity }) => severity === 'error'),
    ...findings.filter(({ severity }) => severity === 'warning'),
  ];
}
