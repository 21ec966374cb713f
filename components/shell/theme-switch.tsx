'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useSyncExternalStore, type ReactNode } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuRadioGroup } from '@/components/ui/menu';
import { RadioGroup } from '@/components/ui/radio-group';
import { parseTheme, rememberPreference, themeCookie, themes, type Theme } from './preferences';

const icons: Readonly<Record<Theme, ReactNode>> = {
  system: <Monitor aria-hidden />,
  light: <Sun aria-hidden />,
  dark: <Moon aria-hidden />,
};

function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The theme stands on the root element, where the server put it; this reads and changes it there. */
function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(
    watchTheme,
    () => parseTheme(document.documentElement.dataset.theme),
    () => 'system' as const,
  );
  return [
    theme,
    (next) => {
      document.documentElement.dataset.theme = next;
      rememberPreference(themeCookie, next);
    },
  ];
}

/** A button whose menu switches between light, dark and the system's theme. */
export function ThemeSwitch() {
  const t = useTranslations('shell.theme');
  const [theme, setTheme] = useTheme();
  return (
    <Menu trigger={<IconButton label={t('label')} icon={icons[theme]} />} align="end">
      <MenuRadioGroup
        label={t('label')}
        value={theme}
        onValueChange={(value) => setTheme(parseTheme(value))}
        options={themes.map((value) => ({ value, label: t(value), icon: icons[value] }))}
      />
    </Menu>
  );
}

/** The same choice as a list of radios, for the sheet of a phone. */
export function ThemeChoice() {
  const t = useTranslations('shell.theme');
  const [theme, setTheme] = useTheme();
  return (
    <RadioGroup
      aria-label={t('label')}
      value={theme}
      onValueChange={(value) => setTheme(parseTheme(value))}
      options={themes.map((value) => ({ value, label: t(value) }))}
    />
  );
}
