/** The attribute types of XES (IEEE 1849) that have a value, and what is wrong with a value that does not fit. */

export type ValueTrouble = { readonly message: string; readonly mend: string };

const checks: Readonly<Record<string, (value: string) => ValueTrouble | null>> = {
  string: () => null,
  id: (value) => (value.trim() === '' ? { message: 'an id is empty', mend: 'Give it a value.' } : null),
  date: checkDate,
  int: (value) =>
    /^[+-]?\d+$/.test(value) && fits64(value)
      ? null
      : {
          message: `“${value}” is not a whole number of 64 bits`,
          mend: 'Write digits only, or use <string>.',
        },
  float: (value) =>
    /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[+-]?INF|NaN)$/.test(value)
      ? null
      : { message: `“${value}” is not a number`, mend: 'Write a number such as 12.5, or use <string>.' },
  boolean: (value) =>
    /^(?:true|false|1|0)$/.test(value)
      ? null
      : { message: `“${value}” is neither true nor false`, mend: 'Write true or false.' },
};

/** Whether the element is an XES attribute that carries a `value`. */
export function isValueType(type: string): boolean {
  return Object.hasOwn(checks, type);
}

/** What is wrong with the value of an attribute of this type; null when it fits. */
export function checkValue(type: string, value: string): ValueTrouble | null {
  return checks[type]?.(value) ?? null;
}

function fits64(value: string): boolean {
  return BigInt.asIntN(64, BigInt(value.replace(/^\+/, ''))) === BigInt(value.replace(/^\+/, ''));
}

/** `xs:dateTime` with a time zone: without one an instant is not known. */
function checkDate(value: string): ValueTrouble | null {
  const parts = /^(-?\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/.exec(
    value.trim(),
  );
  const mend = 'Write the instant like 2002-05-30T09:30:10.000+02:00.';
  if (!parts) return { message: `“${value}” is not a date and time`, mend };
  if (parts[7] === undefined) {
    return {
      message: `“${value}” has no time zone`,
      mend: 'Add the time zone to every date, such as Z or +02:00.',
    };
  }
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const midnight = hour === 24 && minute === 0 && second === 0;
  const exists =
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysIn(year, month) &&
    (hour < 24 || midnight) &&
    minute < 60 &&
    second < 60 &&
    offsetExists(parts[7]);
  return exists ? null : { message: `“${value}” does not exist in the calendar or on the clock`, mend };
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function offsetExists(offset: string): boolean {
  if (offset === 'Z') return true;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  return minutes <= 14 * 60 && Number(offset.slice(4, 6)) < 60;
}
