import { declaredFields, payloadFields, taskFields } from '@/lib/engine/conditions/declared';
import type { DeclaredFields, FieldType } from '@/lib/engine/conditions/field-type';
import { readTemplate } from '@/lib/engine/conditions/template';
import { checkExpression, type Expected } from '@/lib/engine/conditions/type-check';
import type { Finding, Surroundings } from '@/lib/engine/definition/finding';
import type { Step } from '@/lib/engine/definition/step-schema';
import { error, type Rule } from './model';
import { places, type Place, type Seen } from './places';

/**
 * Every expression can be read, names what exists where it stands, and compares like with like: syntax, fields,
 * rules, secrets and types. What only values decide is left to evaluation.
 */
export const expressions: Rule = ({ definition, around }) => {
  const names = new Names(declaredFields(definition), around);
  return places(definition).flatMap((place) =>
    place.kind === 'expression'
      ? inExpression(place.text, place, place.expected, names)
      : inTemplate(place, names),
  );
};

function inTemplate(place: Place, names: Names): Finding[] {
  const template = readTemplate(place.text);
  if (!template.ok)
    return [
      error(
        'template_syntax',
        place.path,
        place.element,
        `In the text \`${shortened(place.text)}\`, ${template.problem}.`,
        `${capital(template.mend)}.`,
      ),
    ];
  return template.parts.flatMap((part) =>
    'expression' in part ? inExpression(part.expression, place, 'any', names) : [],
  );
}

function inExpression(text: string, place: Place, expected: Expected, names: Names): Finding[] {
  return checkExpression(text, names.at(place.sees), expected).map(({ code, problem, mend }) =>
    error(code, place.path, place.element, `In \`${shortened(text)}\`, ${problem}.`, `${capital(mend)}.`),
  );
}

/** What is declared at a place of the definition. */
class Names {
  readonly #everywhere: ReadonlyMap<string, FieldType>;
  readonly #secrets: FieldType;
  readonly #after = new Map<Step, ReadonlyMap<string, FieldType>>();

  constructor(
    private readonly declared: DeclaredFields,
    around: Surroundings,
  ) {
    const only = (...names: string[]) => names.flatMap((name) => [[name, this.type(name)] as const]);
    this.#everywhere = new Map([...only('context', 'input', 'instance'), ['rules', listed(around.rules)]]);
    this.#secrets = listed(around.secrets);
  }

  at(seen: Seen): DeclaredFields {
    if (seen.onlyInput === true) return new Map([['input', this.type('input')]]);
    if (seen.onlyRules === true) return new Map([['rules', this.#everywhere.get('rules') ?? any]]);
    const { after } = seen;
    const own = after === undefined ? this.#everywhere : this.#afterStep(after);
    if (seen.signal !== true && seen.result !== true && seen.secrets !== true && seen.item === undefined)
      return own;
    const more = new Map(own);
    if (seen.signal === true && !more.has('signal')) more.set('signal', any);
    if (seen.result === true) more.set('result', any);
    if (seen.secrets === true) more.set('secrets', this.#secrets);
    if (seen.item !== undefined) more.set(seen.item, any);
    return more;
  }

  #afterStep(step: Step): ReadonlyMap<string, FieldType> {
    const known = this.#after.get(step);
    if (known !== undefined) return known;
    const names = new Map(this.#everywhere);
    if (step.type === 'USER_TASK') names.set('task', taskFields([step]));
    if (step.type === 'WAIT_FOR_SIGNAL') names.set('signal', payloadFields(step));
    this.#after.set(step, names);
    return names;
  }

  private type(name: string): FieldType {
    return this.declared.get(name) ?? any;
  }
}

const any: FieldType = { kind: 'any' };

/** Names that are known one by one; null means that they are not known here. */
function listed(names: readonly string[] | null): FieldType {
  return names === null
    ? any
    : { kind: 'object', fields: new Map(names.map((name) => [name, any])), others: null };
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

function capital(clause: string): string {
  return clause.charAt(0).toUpperCase() + clause.slice(1);
}
