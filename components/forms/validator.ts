import { ErrorSchemaBuilder, type RJSFSchema, type ValidatorType } from '@rjsf/utils';
import { pointer } from '@/lib/engine/definition/pointer';
import { type Problem, problemsOf } from './problems';

/**
 * Checks for react-jsonschema-form by the interpreter of ./problems: its usual checker compiles schemas into code, which
 * the content security policy of our pages forbids.
 * @param words says what is wrong, in the person's language
 */
export function formValidator(words: (problem: Problem) => string): ValidatorType {
  return {
    validateFormData: (data, schema) => {
      const builder = new ErrorSchemaBuilder();
      const errors = problemsOf(schema, data).map((problem) => {
        const message = words(problem);
        builder.addErrors(message, [...problem.path]);
        const property = pointer(problem.path);
        return { name: problem.keyword, property, message, stack: message };
      });
      return { errors, errorSchema: builder.ErrorSchema };
    },
    isValid: (schema, data, root) => {
      try {
        return problemsOf(withDefinitions(schema, root), data).length === 0;
      } catch {
        return false;
      }
    },
    rawValidation: (schema, data) => {
      try {
        return { errors: problemsOf(schema, data) as never[] };
      } catch (error) {
        return { validationError: error instanceof Error ? error : new Error(String(error)) };
      }
    },
  };
}

const completed = new WeakMap<RJSFSchema, RJSFSchema>();

/** A part of a schema with the definitions of the whole, so that its references lead somewhere. */
function withDefinitions(schema: RJSFSchema, root: RJSFSchema): RJSFSchema {
  if (!root.definitions && !root.$defs) return schema;
  const known = completed.get(schema);
  if (known) return known;
  const whole = {
    ...(root.definitions && { definitions: root.definitions }),
    ...(root.$defs && { $defs: root.$defs }),
    ...schema,
  };
  completed.set(schema, whole);
  return whole;
}
