import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { Json, JsonObject } from '@/lib/engine/json';
import { type FieldPath, isObject } from './places';
import type { Problem } from './problems';

/**
 * Words for what is wrong with a field: what to enter, not which rule was broken.
 * @param ui the form's UI hints, which say where a number is an amount of money
 */
export function useProblemWords(ui: JsonObject | null | undefined): (problem: Problem) => string {
  const t = useTranslations('forms.problems');
  return useCallback(
    (problem) => {
      const { keyword, limit, value, field, path } = problem;
      const count = typeof limit === 'number' ? limit : 0;
      switch (keyword) {
        case 'required':
        case 'type':
          return t(`required.${isMoney(ui, path) ? 'amount' : kindOf(field)}`);
        case 'minLength':
          // A text that has to have something in it is simply missing.
          if (count === 1) return t('required.text');
          return t('minLength', { limit: count, length: lengthOf(value) });
        case 'maxLength':
          return t('maxLength', { limit: count, length: lengthOf(value) });
        case 'minimum':
        case 'maximum':
        case 'exclusiveMinimum':
        case 'exclusiveMaximum':
        case 'multipleOf':
        case 'minItems':
        case 'maxItems':
          return t(keyword, { limit: count });
        case 'uniqueItems':
        case 'choice':
        case 'unknown':
          return t(keyword);
        case 'const':
          return t(limit === true ? 'mustTick' : 'choice');
        case 'pattern':
          return hintOf(field) ? t('patternHint', { hint: hintOf(field) }) : t('pattern');
        case 'format':
          return t(isKnownFormat(limit) ? `formats.${limit}` : 'pattern');
        default:
          return t('other');
      }
    },
    [t, ui],
  );
}

/** Whether the UI hints give the field at a place a currency. */
function isMoney(ui: JsonObject | null | undefined, path: FieldPath): boolean {
  let node: Json | undefined = ui ?? undefined;
  for (const part of path) {
    if (!isObject(node)) return false;
    node = typeof part === 'number' ? node['items'] : node[part];
  }
  const options = isObject(node) ? node['ui:options'] : undefined;
  return isObject(options) && typeof options['currency'] === 'string';
}

const knownFormats = ['email', 'uri', 'date', 'date-time', 'time'] as const;

function isKnownFormat(format: unknown): format is (typeof knownFormats)[number] {
  return knownFormats.some((known) => known === format);
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? [...value].length : 0;
}

function hintOf(field: JsonObject): string {
  return typeof field['description'] === 'string' ? field['description'] : '';
}

type Kind = 'text' | 'number' | 'amount' | 'whole' | 'choice' | 'date' | 'email' | 'list' | 'tick';

/** What kind of answer a field asks for. */
function kindOf(field: JsonObject): Kind {
  if (Array.isArray(field['enum']) || Array.isArray(field['oneOf']) || Array.isArray(field['anyOf']))
    return 'choice';
  const type: unknown = Array.isArray(field['type'])
    ? field['type'].find((one: unknown) => one !== 'null')
    : field['type'];
  switch (type) {
    case 'number':
      return 'number';
    case 'integer':
      return 'whole';
    case 'array':
      return 'list';
    case 'boolean':
      return 'tick';
    default:
      if (field['format'] === 'date' || field['format'] === 'date-time') return 'date';
      return field['format'] === 'email' ? 'email' : 'text';
  }
}
