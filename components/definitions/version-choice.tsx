'use client';

import { useRouter } from 'next/navigation';
import { Field } from '@/components/ui/field';
import { Select, type SelectOption } from '@/components/ui/select';

/** Which of the versions is looked at; another one is another address. */
export function VersionChoice({
  label,
  value,
  options,
  addresses,
}: {
  label: string;
  value: string;
  options: readonly SelectOption[];
  /** Version → address with it chosen. */
  addresses: Readonly<Record<string, string>>;
}) {
  const router = useRouter();
  return (
    <Field label={label} className="w-48">
      <Select
        value={value}
        options={options}
        onValueChange={(next) => next !== null && router.push(addresses[next] ?? '')}
      />
    </Field>
  );
}
