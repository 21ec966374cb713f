'use client';

import { Group, Search, StickyNote } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import { stepIcons } from '@/components/diagram/step-types';
import { Input } from '@/components/ui/input';
import { notify } from '@/components/ui/toast';
import { addNoteAt, addStepAfter, groupSteps } from './edits';
import { paletteGroups } from './palette-groups';
import { useDesignerStore } from './store';

/** What is carried while a step type is dragged from the palette. */
export const stepDragType = 'application/x-interlock-step';

/** The same for a note. */
export const noteDragType = 'note';

/** The step types by purpose: drag one onto the canvas, or click to add it after the selected step. */
export function Palette() {
  const t = useTranslations('designer.palette');
  const tTypes = useTranslations('diagram.types');
  const tBeside = useTranslations('designer.annotations');
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
  const beside = ['note', 'group']
    .map((what) => `${tBeside(what as 'note')} ${t(`hints.${what as 'note'}`)}`)
    .concat(t('purposes.explain'))
    .some((text) => text.toLocaleLowerCase().includes(words));
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
      {groups.length === 0 && !beside ? <p className="text-sm text-muted">{t('nothing')}</p> : null}
      {groups.map(({ purpose, types }) => (
        <div key={purpose} role="group" aria-label={t(`purposes.${purpose}`)}>
          <h2 className="mb-1 text-xs font-medium text-muted">{t(`purposes.${purpose}`)}</h2>
          <div className="flex flex-col gap-1">
            {types.map((type) => {
              const Icon = stepIcons[type];
              return (
                <PaletteItem
                  key={type}
                  icon={<Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />}
                  name={tTypes(type)}
                  hint={t(`hints.${type}`)}
                  carries={type}
                  onAdd={() => addStepAfter(store, type)}
                />
              );
            })}
          </div>
        </div>
      ))}
      {beside ? (
        <div role="group" aria-label={t('purposes.explain')}>
          <h2 className="mb-1 text-xs font-medium text-muted">{t('purposes.explain')}</h2>
          <div className="flex flex-col gap-1">
            <PaletteItem
              icon={<StickyNote aria-hidden className="mt-0.5 size-4 shrink-0 text-caution-ink" />}
              name={tBeside('note')}
              hint={t('hints.note')}
              carries={noteDragType}
              onAdd={() => addNoteAt(store)}
            />
            <PaletteItem
              icon={<Group aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />}
              name={tBeside('group')}
              hint={t('hints.group')}
              onAdd={() => {
                if (groupSteps(store, tBeside('newGroup'), store.getState().selection.steps) === null)
                  notify({
                    tone: 'caution',
                    title: tBeside('nothingToGroup'),
                    description: t('hints.group'),
                  });
              }}
            />
          </div>
        </div>
      ) : null}
      <p className="text-xs text-muted">{t('hint')}</p>
    </section>
  );
}

/** One thing to add, by a click or by dragging it onto the canvas where it can be put anywhere. */
function PaletteItem({
  icon,
  name,
  hint,
  carries,
  onAdd,
}: {
  icon: ReactNode;
  name: string;
  hint: string;
  carries?: string;
  onAdd: () => void;
}) {
  const t = useTranslations('designer.palette');
  return (
    <button
      type="button"
      draggable={carries !== undefined}
      onDragStart={(event) => {
        event.dataTransfer.setData(stepDragType, carries ?? '');
        event.dataTransfer.effectAllowed = 'copy';
      }}
      onClick={onAdd}
      className="flex cursor-grab items-start gap-2 rounded-md border border-line bg-surface px-2 py-1 text-left shadow-control transition-colors hover:bg-hover active:cursor-grabbing"
    >
      {icon}
      <span className="min-w-0">
        <span className="sr-only">{t('addPrefix')}</span>{' '}
        <span className="block text-sm font-medium">{name}</span>{' '}
        <span className="block text-xs text-muted">{hint}</span>
      </span>
    </button>
  );
}
