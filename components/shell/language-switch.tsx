'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { languageNames } from './language-names';
import { rememberPreference } from './preferences';

/** The choice of language before anybody has signed in; afterwards it is the person's own. @param cookie keeps it */
export function LanguageSwitch({ cookie }: { cookie: string }) {
  const t = useTranslations('signIn');
  const current = useLocale().split('-')[0];

  function choose(language: string) {
    rememberPreference(cookie, language);
    window.location.reload();
  }

  return (
    <div role="group" aria-label={t('language')} className="flex gap-1">
      {Object.entries(languageNames).map(([language, name]) => (
        <Button
          key={language}
          size="sm"
          variant={language === current ? 'secondary' : 'quiet'}
          aria-pressed={language === current}
          lang={language}
          onClick={() => choose(language)}
        >
          {name}
        </Button>
      ))}
    </div>
  );
}
