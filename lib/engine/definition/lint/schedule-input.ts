import { error, type Rule } from './model';

/** What the input schema requires, the schedule says: nobody is there to be asked. */
export const scheduleInputMissing: Rule = ({ definition: { schedule, input } }) => {
  const required = input?.['required'];
  if (!schedule || !Array.isArray(required)) return [];
  const said = new Set(Object.keys(schedule.input ?? {}).map((path) => path.split('.')[0]));
  return required.flatMap((field) =>
    typeof field !== 'string' || said.has(field)
      ? []
      : [
          error(
            'schedule_input_missing',
            '/schedule/input',
            null,
            `The schedule gives no value to the input "${field}", which is required.`,
            `Give it one, for example "${field}": "rules.some_rule", or do not require it.`,
          ),
        ],
  );
};
