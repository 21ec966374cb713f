'use client';

import { Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { stepIcons } from '@/components/diagram/step-types';
import { Input } from '@/components/ui/input';
import { addStepAfter } from './edits';
import { paletteGroups } from './palette-groups';
import { useDesignerStore } from './store';

/** What is carried while a step type is dragged from the palette. */
export const stepDragType = 'application/x-interlock-step';

/** The step types by purpose: drag one onto the canvas, or click to add it after the selected step. */
export function Palette() {
  const t = useTranslations('designer.palette');
  const tTypes = useTranslations('diagram.types');
  const store = useDesignerStore();
  const [search, setSearch] = useState('');
  const words = search.trim().toLocaleLowerCase();
  const groups = paletteGroups
    .map(({ purpose, types }) => ({
      purpose,
      types: types.filter((type) =>
        `${tTypes(type)} ${t(`hints.${type}`)} ${t(`purposes.${purpose}`)}`
          .toLocaleLowerCase()
          .includes(words),
      ),
    }))
    .filter(({ types }) => types.length > 0);
  return (
    <section aria-label={t('title')} className="flex flex-col gap-3 p-3">
      <Input
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        icon={<Search aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {groups.length === 0 ? <p className="text-sm text-muted">{t('nothing')}</p> : null}
      {groups.map(({ purpose, types }) => (
        <div key={purpose} role="group" aria-label={t(`purposes.${purpose}`)}>
          <h2 className="mb-1 text-xs font-medium text-muted">{t(`purposes.${purpose}`)}</h2>
          <div className="flex flex-col gap-1">
            {types.map((type) => {
              const Icon = stepIcons[type];
              return (
                <button
                  key={type}
                  type="button"
                  draggable
                  onDragStart={(event) => {
                    event.dataTransfer.setData(stepDragType, type);
                    event.dataTransfer.effectAllowed = 'copy';
                  }}
                  onClick={() => addStepAfter(store, type)}
                  className="flex cursor-grab items-start gap-2 rounded-md border border-line bg-surface px-2 py-1 text-left shadow-control transition-colors hover:bg-hover active:cursor-grabbing"
                >
                  <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
                  <span className="min-w-0">
                    <span className="sr-only">{t('addPrefix')}</span>{' '}
                    <span className="block text-sm font-medium">{tTypes(type)}</span>{' '}
                    <span className="block text-xs text-muted">{t(`hints.${type}`)}</span>
                  </span>
                </button>
              );
            })}
          </div>
        </div>
      ))}
      <p className="text-xs text-muted">{t('hint')}</p>
    </section>
  );
}
