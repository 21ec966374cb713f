'use client';

import { Field as BaseField } from '@base-ui/react/field';
import { Fieldset } from '@base-ui/react/fieldset';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { classNames } from './class-names';

export type FieldProps = {
  label: ReactNode;
  /** What to enter, shown under the control until an error takes its place. */
  hint?: ReactNode;
  /** What is wrong and what to do; marks the control invalid and is announced with it. */
  error?: ReactNode;
  /** What should be looked at though it can stay: it takes the hint's place and marks nothing invalid. */
  warning?: ReactNode;
  /** Adds "optional" beside the label. Required is the rule and carries no mark. */
  optional?: boolean;
  disabled?: boolean;
  name?: string;
  className?: string;
  children: ReactNode;
};

const labelClass = 'text-sm font-medium text-ink';

/** Label, control, hint and error as one unit; the control inside is tied to all of them. */
export function Field({
  label,
  hint,
  error,
  warning,
  optional,
  disabled,
  name,
  className,
  children,
}: FieldProps) {
  const invalid = Boolean(error);
  const warned = Boolean(warning) && !invalid;
  return (
    <BaseField.Root
      name={name}
      invalid={invalid}
      disabled={disabled}
      className={classNames('flex flex-col gap-1.5', className)}
    >
      <BaseField.Label className={labelClass}>
        {label}
        {optional ? <OptionalMark /> : null}
      </BaseField.Label>
      {children}
      {hint && !invalid && !warned ? (
        <BaseField.Description className="text-sm text-muted">{hint}</BaseField.Description>
      ) : null}
      {warned ? (
        <BaseField.Description className="flex items-start gap-1.5 text-sm text-caution-ink">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{warning}</span>
        </BaseField.Description>
      ) : null}
      {invalid ? (
        <BaseField.Error match className="flex items-start gap-1.5 text-sm text-danger-ink">
          <ErrorText>{error}</ErrorText>
        </BaseField.Error>
      ) : null}
    </BaseField.Root>
  );
}

/** A control beside the one that a field is about, as the unit beside a number; it has a name of its own. */
export function BesideField({ className, children }: { className?: string; children: ReactNode }) {
  return <BaseField.Root className={className}>{children}</BaseField.Root>;
}

/** The same for a group of controls (radios, checkboxes): a fieldset whose legend is the label. */
export function FieldGroup({
  label,
  hint,
  error,
  optional,
  disabled,
  className,
  children,
}: Omit<FieldProps, 'name' | 'warning'>) {
  return (
    <Fieldset.Root disabled={disabled} className={classNames('flex min-w-0 flex-col gap-2', className)}>
      <Fieldset.Legend className={labelClass}>
        {label}
        {optional ? <OptionalMark /> : null}
      </Fieldset.Legend>
      {children}
      {hint && !error ? <p className="text-sm text-muted">{hint}</p> : null}
      {error ? (
        <p role="alert" className="flex items-start gap-1.5 text-sm text-danger-ink">
          <ErrorText>{error}</ErrorText>
        </p>
      ) : null}
    </Fieldset.Root>
  );
}

function OptionalMark() {
  const t = useTranslations('ui');
  return <span className="ml-1.5 font-normal text-faint">{t('optional')}</span>;
}

function ErrorText({ children }: { children: ReactNode }) {
  return (
    <>
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </>
  );
}
