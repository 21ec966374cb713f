import type { Json, JsonObject } from '@/lib/engine/json';

/** ISO 8601, and business time: what is written so is a duration wherever it stands. */
const duration = /^P(?=[\dT])[\d.A-Z]+$/;

/** By what things are called, the likeliest first. */
const callings = ['name', 'title', 'label', 'key'] as const;

/** The value of a setting as people read it: durations in words, things by their names, and no signs of JSON. */
export function settingWords(value: Json, durationWords: (text: string) => string): string {
  const words = (one: Json): string => settingWords(one, durationWords);
  if (typeof value === 'string') return duration.test(value) ? durationWords(value) : value;
  // An empty list or object would say nothing in words.
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return JSON.stringify(value);
  if (Array.isArray(value)) return value.map((one: Json) => nameOf(one) ?? words(one)).join(', ');
  const name = nameOf(value);
  const parts = Object.entries(value as JsonObject)
    .filter(([, part]) => part !== name)
    .map(([key, part]) => (isThing(part) ? `${key} (${words(part)})` : `${key}: ${words(part)}`))
    .join(', ');
  if (name === null) return parts;
  return parts === '' ? name : `${name} (${parts})`;
}

function nameOf(value: Json): string | null {
  if (!isThing(value)) return null;
  const name = callings.map((calling) => value[calling]).find((word) => typeof word === 'string');
  return typeof name === 'string' ? name : null;
}

function isThing(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
