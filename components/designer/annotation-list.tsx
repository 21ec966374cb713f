'use client';

import { Group, Plus, StickyNote, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import type { Annotation } from '@/lib/engine/definition/schema';
import { only } from './document/document';
import { addNoteAt, groupSteps } from './edits';
import { removeWithNotice } from './removal';
import { select, useDesigner, useDesignerStore, useDocument } from './store';

/** Notes and groups in the list view: the same as on the canvas, with buttons and words. */
export function AnnotationList({ onChoose }: { onChoose: () => void }) {
  const t = useTranslations('designer.annotations');
  const store = useDesignerStore();
  const { definition } = useDocument();
  const readOnly = useDesigner((state) => state.readOnly);
  const { annotations = [], steps } = definition;
  if (readOnly && annotations.length === 0) return null;
  return (
    <section aria-label={t('title')} className="mt-3 flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-md font-semibold">{t('title')}</h2>
        {readOnly ? null : (
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              icon={<Plus aria-hidden />}
              onClick={() => {
                addNoteAt(store);
                onChoose();
              }}
            >
              {t('addNote')}
            </Button>
            <Button
              size="sm"
              icon={<Plus aria-hidden />}
              disabled={steps.length === 0}
              onClick={() => {
                const { selection } = store.getState();
                const first = steps[0]?.key;
                groupSteps(
                  store,
                  t('newGroup'),
                  selection.steps.length > 0 ? selection.steps : first ? [first] : [],
                );
                onChoose();
              }}
            >
              {t('addGroup')}
            </Button>
          </div>
        )}
      </div>
      <ul className="flex flex-col gap-2 empty:hidden">
        {annotations.map((one) => (
          <AnnotationLine key={one.key} annotation={one} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  );
}

function AnnotationLine({ annotation, onChoose }: { annotation: Annotation; onChoose: () => void }) {
  const t = useTranslations('designer.annotations');
  const tDesigner = useTranslations('designer');
  const store = useDesignerStore();
  const { definition } = useDocument();
  const readOnly = useDesigner((state) => state.readOnly);
  const selected = useDesigner(({ selection }) => selection.annotations.includes(annotation.key));
  const names = new Map(definition.steps.map(({ key, name }) => [key, name ?? key]));
  const isNote = annotation.type === 'NOTE';
  const words = isNote ? annotation.text || t('emptyNote') : annotation.name;
  const concerns = isNote ? (annotation.about === undefined ? [] : [annotation.about]) : annotation.steps;
  const Icon = isNote ? StickyNote : Group;
  return (
    <li
      className={classNames(
        'flex items-center gap-1 rounded-lg border border-line bg-surface px-2 py-1',
        selected && 'border-accent ring-1 ring-accent',
      )}
    >
      <button
        type="button"
        aria-pressed={selected}
        onClick={() => {
          select(store, only({ annotations: [annotation.key] }));
          onChoose();
        }}
        className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 text-left hover:bg-hover pointer-coarse:min-h-11"
      >
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{words}</span>
          {concerns.length > 0 ? (
            <span className="block truncate text-sm text-muted">
              {concerns.map((key) => names.get(key) ?? key).join(', ')}
            </span>
          ) : null}
        </span>
        <span className="shrink-0 text-sm text-muted">{t(isNote ? 'note' : 'group')}</span>
      </button>
      {readOnly ? null : (
        <IconButton
          size="sm"
          label={tDesigner('list.delete', { name: words })}
          icon={<Trash2 aria-hidden />}
          onClick={() => removeWithNotice(store, tDesigner, only({ annotations: [annotation.key] }))}
        />
      )}
    </li>
  );
}
