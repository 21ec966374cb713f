import { englishStringTranslator, TranslatableString } from '@rjsf/utils';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';

/** The texts that react-jsonschema-form itself puts on the screen, in the person's language. */
export function useFormTexts(): (text: TranslatableString, params?: string[]) => string {
  const t = useTranslations('forms.own');
  return useCallback(
    (text, params = []) => {
      const [first = '', second = ''] = params;
      switch (text) {
        case TranslatableString.YesLabel:
          return t('yes');
        case TranslatableString.NoLabel:
          return t('no');
        case TranslatableString.ArrayItemTitle:
          return t('entry');
        case TranslatableString.OptionPrefix:
          return t('option', { number: first });
        case TranslatableString.TitleOptionPrefix:
          return t('titledOption', { title: first, number: second });
        case TranslatableString.DeprecatedLabel:
          return t('deprecated', { field: first });
        case TranslatableString.NewStringDefault:
          return '';
        case TranslatableString.Type:
          return t('type');
        case TranslatableString.Value:
          return t('value');
        // What is left belongs to controls and failures that our own templates draw in their own words.
        default:
          return englishStringTranslator(text, params);
      }
    },
    [t],
  );
}
