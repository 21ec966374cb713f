import { readTemplate } from '@/lib/engine/conditions/template';
import { checkExpression, type Expected } from '@/lib/engine/conditions/type-check';
import type { Finding } from '@/lib/engine/definition/finding';
import { DeclaredHere } from './declared-here';
import { error, type Rule } from './model';
import { places, type Place } from './places';

/**
 * Every expression can be read, names what exists where it stands, and compares like with like: syntax, fields,
 * rules, secrets and types. What only values decide is left to evaluation.
 */
export const expressions: Rule = ({ definition, around }) => {
  const names = new DeclaredHere(definition, around);
  return places(definition).flatMap((place) =>
    place.kind === 'expression'
      ? inExpression(place.text, place, place.expected, names)
      : inTemplate(place, names),
  );
};

function inTemplate(place: Place, names: DeclaredHere): Finding[] {
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

function inExpression(text: string, place: Place, expected: Expected, names: DeclaredHere): Finding[] {
  return checkExpression(text, names.at(place.sees), expected).map(({ code, problem, mend }) =>
    error(code, place.path, place.element, `In \`${shortened(text)}\`, ${problem}.`, `${capital(mend)}.`),
  );
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

function capital(clause: string): string {
  return clause.charAt(0).toUpperCase() + clause.slice(1);
}
