import { called, waitingTypes } from './graph';
import { warning, type Rule } from './model';

/** A step that waits has a maximum age, of its own or the definition's. */
export const noMaximumAge: Rule = ({ definition }) => {
  if (definition.maxAge !== undefined) return [];
  return definition.steps.flatMap((step, index) =>
    !waitingTypes.has(step.type) || ('maxAge' in step && step.maxAge !== undefined)
      ? []
      : [
          warning(
            'no_maximum_age',
            `/steps/${index}`,
            step.key,
            `An instance may wait in ${called(step)} for ever.`,
            'Give the step or the process a maximum age (`maxAge`), for example P90D.',
          ),
        ],
  );
};
