import type { FormProps } from '@rjsf/core';
import { ArrayItemTemplate, ArrayTemplate } from './array-template';
import { FieldTemplate } from './field-template';
import { AlternativesTemplate, Nothing, UnsupportedTemplate } from './small-templates';
import { ObjectTemplate } from './object-template';

/** Our templates, under the names by which react-jsonschema-form looks them up. */
export const templates: NonNullable<FormProps['templates']> = {
  ArrayFieldItemTemplate: ArrayItemTemplate,
  ArrayFieldTemplate: ArrayTemplate,
  // Description, help and errors are drawn by the field itself, tied to its control.
  DescriptionFieldTemplate: Nothing,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  FieldTemplate,
  MultiSchemaFieldTemplate: AlternativesTemplate,
  ObjectFieldTemplate: ObjectTemplate,
  UnsupportedFieldTemplate: UnsupportedTemplate,
};
