import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import { at } from '@/lib/engine/definition/pointer';
import type { Json, JsonObject } from '@/lib/engine/json';
import { called } from './graph';
import { error, type Rule } from './model';

/**
 * The settings of an activity type that a plugin brings are those of its schema. What a template will be is not known yet:
 * there, the attempt checks.
 */
export const invalidSettings: Rule = ({ activities, around }) =>
  activities.flatMap(({ activity, path, owner }) => {
    const schema = around.settingsSchemas?.[activity.type];
    if (!schema) return [];
    return faults(schema, activity.settings as JsonObject).map(({ place, what }) =>
      error(
        'invalid_settings',
        `${path}/settings${place}`,
        owner?.key ?? null,
        `${called(activity)} has settings that ${activity.type} does not take: ${place === '' ? '' : `${place.slice(1)} `}${what}.`,
        'Correct the setting; the plugin says which there are.',
      ),
    );
  });

type Fault = { readonly place: string; readonly what: string };

function faults(schema: JsonObject, settings: JsonObject): Fault[] {
  const { errors } = new Validator(schema as Schema, '7', false).validate(settings);
  const places = errors.map((one) => one.instanceLocation.slice(1));
  const found = new Map<string, Fault>();
  errors.forEach((one, index) => {
    const place = places[index] ?? '';
    if (isTemplate(settings, place)) return;
    // An error inside says what this one only sums up.
    if (one.keyword !== 'required' && places.some((other) => other.startsWith(`${place}/`))) return;
    const fault = { place: missing(one, place), what: words(one) };
    if (!found.has(fault.place)) found.set(fault.place, fault);
  });
  return [...found.values()];
}

function isTemplate(settings: JsonObject, place: string): boolean {
  const names = place
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const looked = at(settings as Json, names);
  return looked.found && typeof looked.value === 'string' && looked.value.includes('{{');
}

/** A setting that is missing is named where it should stand. */
function missing({ keyword, error: message }: OutputUnit, place: string): string {
  const name = keyword === 'required' ? /"([^"]+)"/.exec(message)?.[1] : undefined;
  return name === undefined ? place : `${place}/${name}`;
}

function words({ keyword, error: message }: OutputUnit): string {
  if (keyword === 'required') return 'is missing';
  if (keyword === 'false') return 'is no setting of it';
  return `is not valid (${message.replace(/\.$/, '')})`;
}
