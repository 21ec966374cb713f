'use client';

import { getSchemaType, type RegistryWidgetsType, type WidgetProps } from '@rjsf/utils';
import { CheckboxesWidget, RadioWidget, SelectWidget } from './choice-widgets';
import { DateTimeWidget, DateWidget } from './date-widgets';
import { FileWidget } from './file-widget';
import { NumberWidget } from './number-widget';
import { LongTextWidget, TextWidget } from './text-widgets';
import { TickWidget } from './tick-widget';

/** The widgets of our forms, under the names by which react-jsonschema-form looks them up. */
export const widgets: RegistryWidgetsType = {
  AltDateTimeWidget: DateTimeWidget,
  AltDateWidget: DateWidget,
  CheckboxWidget: TickWidget,
  CheckboxesWidget,
  ColorWidget: TextWidget,
  DateTimeWidget,
  DateWidget,
  EmailWidget: TextWidget,
  FileWidget,
  PasswordWidget: TextWidget,
  RadioWidget,
  RangeWidget: NumberWidget,
  SelectWidget,
  TextWidget: LineWidget,
  TextareaWidget: LongTextWidget,
  TimeWidget: TextWidget,
  URLWidget: TextWidget,
  UpDownWidget: NumberWidget,
};

/** The default of texts and of numbers alike. */
function LineWidget(props: WidgetProps) {
  const type = getSchemaType(props.schema);
  return type === 'number' || type === 'integer' ? <NumberWidget {...props} /> : <TextWidget {...props} />;
}
