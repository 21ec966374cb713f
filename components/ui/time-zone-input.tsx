'use client';

import { useId, useState } from 'react';
import { Input } from './input';

export type TimeZoneInputProps = {
  value: string;
  onValueChange: (zone: string) => void;
  required?: boolean;
};

/**
 * A time zone: a part of its name brings up those that are meant. They are the browser's own, read when somebody comes to
 * the field: no page carries the hundreds of them along, and the server's list need not be the same.
 */
export function TimeZoneInput({ value, onValueChange, required }: TimeZoneInputProps) {
  const list = useId();
  const [zones, setZones] = useState<readonly string[]>([]);
  return (
    <>
      <Input
        list={list}
        value={value}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        required={required}
        onFocus={() =>
          setZones(['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')])
        }
        onValueChange={onValueChange}
      />
      <datalist id={list}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
