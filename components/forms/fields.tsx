'use client';

import type { FieldProps, RegistryFieldsType } from '@rjsf/utils';

/** Our number control gives numbers already, so the conversions of the usual number field are left out. */
function NumberField(props: FieldProps) {
  const { StringField } = props.registry.fields;
  return StringField ? <StringField {...props} /> : null;
}

/** Fields that differ from those of react-jsonschema-form. */
export const fields: RegistryFieldsType = { NumberField };
