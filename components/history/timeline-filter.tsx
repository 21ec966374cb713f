'use client';

import { ToggleGroup } from '@base-ui/react/toggle-group';
import { Toggle } from '@base-ui/react/toggle';
import { useTranslations } from 'next-intl';

const choices = ['all', 'people', 'tasks', 'activities', 'data', 'problems'] as const;
export type Shown = (typeof choices)[number];

/** Which lines of the timeline are shown. */
export function TimelineFilter({ shown, onChange }: { shown: Shown; onChange: (shown: Shown) => void }) {
  const t = useTranslations('history.filter');
  return (
    <ToggleGroup
      aria-label={t('label')}
      value={[shown]}
      onValueChange={([next]) => next && onChange(next as Shown)}
      className="inline-flex max-w-full overflow-x-auto rounded-md border border-line bg-sunken p-0.5"
    >
      {choices.map((choice) => (
        <Toggle
          key={choice}
          value={choice}
          className="h-7 rounded-sm px-2.5 text-sm font-medium text-muted transition-colors hover:text-ink data-pressed:bg-surface data-pressed:text-ink data-pressed:shadow-control pointer-coarse:h-11 pointer-coarse:px-4"
        >
          {t(choice)}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
