'use client';

import { Link2, Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { stepIcons } from '@/components/diagram/step-types';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuLabel } from '@/components/ui/menu';
import type { Step, StepType } from '@/lib/engine/definition/step-schema';
import { AnnotationList } from './annotation-list';
import { nothingSelected, only } from './document/document';
import { mayConnect } from './document/transitions';
import { addStepAfter, connectSteps, insertInto } from './edits';
import { paletteTypes } from './palette-groups';
import { removeWithNotice } from './removal';
import { select, useDesigner, useDesignerStore, useDocument } from './store';
import { useTransitionWords } from './transition-words';

/** The process as a list: everything that the canvas can, with buttons and words alone. */
export function ListView({ onChoose }: { onChoose: () => void }) {
  const t = useTranslations('designer.list');
  const store = useDesignerStore();
  const { definition } = useDocument();
  const readOnly = useDesigner((state) => state.readOnly);
  return (
    <div className="mx-auto flex max-w-176 flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-md font-semibold">{t('title', { count: definition.steps.length })}</h2>
        <Button
          size="sm"
          variant="quiet"
          className="ml-auto"
          onClick={() => {
            select(store, nothingSelected);
            onChoose();
          }}
        >
          {t('process')}
        </Button>
        {readOnly ? null : (
          <TypeMenu
            label={t('addStep')}
            onPick={(type) => {
              select(store, nothingSelected);
              addStepAfter(store, type);
              onChoose();
            }}
            trigger={
              <Button size="sm" icon={<Plus aria-hidden />}>
                {t('addStep')}
              </Button>
            }
          />
        )}
      </div>
      {definition.steps.length === 0 ? (
        <EmptyState title={t('emptyTitle')} description={readOnly ? undefined : t('emptyText')} />
      ) : null}
      <ol className="flex flex-col gap-2">
        {definition.steps.map((step, index) => (
          // By position: a step that gets another key while its name is typed is the same line.
          <StepLine key={index} step={step} onChoose={onChoose} />
        ))}
      </ol>
      <AnnotationList onChoose={onChoose} />
    </div>
  );
}

function StepLine({ step, onChoose }: { step: Step; onChoose: () => void }) {
  const t = useTranslations('designer.list');
  const tDesigner = useTranslations('designer');
  const tTypes = useTranslations('diagram.types');
  const store = useDesignerStore();
  const document = useDocument();
  const words = useTransitionWords();
  const { selection, readOnly } = useDesigner((state) => state);
  const { steps, transitions } = document.definition;
  const Icon = stepIcons[step.type];
  const name = step.name ?? step.key;
  const names = new Map(steps.map((one) => [one.key, one.name ?? one.key]));
  const targets = steps.filter(({ key }) => mayConnect(document, step.key, key));
  const choose = (what: Partial<typeof selection>) => {
    select(store, only(what));
    onChoose();
  };
  return (
    <li
      className={classNames(
        'rounded-lg border border-line bg-surface',
        selection.steps.includes(step.key) && 'border-accent ring-1 ring-accent',
      )}
    >
      <div className="flex items-center gap-1 px-2 py-1">
        <button
          type="button"
          aria-pressed={selection.steps.includes(step.key)}
          onClick={() => choose({ steps: [step.key] })}
          className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 text-left hover:bg-hover pointer-coarse:min-h-11"
        >
          <Icon aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="min-w-0 truncate font-medium">{name}</span>
          <span className="shrink-0 text-sm text-muted">{tTypes(step.type)}</span>
        </button>
        {readOnly ? null : (
          <>
            {step.type === 'END' ? null : (
              <>
                <TypeMenu
                  label={t('addAfter', { name })}
                  onPick={(type) => {
                    addStepAfter(store, type, step.key);
                    onChoose();
                  }}
                  trigger={
                    <IconButton size="sm" label={t('addAfter', { name })} icon={<Plus aria-hidden />} />
                  }
                />
                <Menu
                  trigger={
                    <IconButton size="sm" label={t('connect', { name })} icon={<Link2 aria-hidden />} />
                  }
                >
                  <MenuLabel>{t('connect', { name })}</MenuLabel>
                  {targets.map((target) => (
                    <MenuItem
                      key={target.key}
                      onSelect={() => {
                        connectSteps(store, step.key, target.key);
                        onChoose();
                      }}
                    >
                      {names.get(target.key)}
                    </MenuItem>
                  ))}
                  {targets.length === 0 ? <MenuItem disabled>{t('noTarget')}</MenuItem> : null}
                </Menu>
              </>
            )}
            <IconButton
              size="sm"
              label={t('delete', { name })}
              icon={<Trash2 aria-hidden />}
              onClick={() => removeWithNotice(store, tDesigner, only({ steps: [step.key] }))}
            />
          </>
        )}
      </div>
      <ul aria-label={t('waysOut', { name })} className="border-t border-line px-2 py-1 empty:hidden">
        {transitions
          .filter(({ from }) => from === step.key)
          .map((transition) => {
            const line = t('way', { via: words(transition), to: names.get(transition.to) ?? transition.to });
            return (
              <li key={transition.key} className="flex items-center gap-1">
                <button
                  type="button"
                  aria-pressed={selection.transitions.includes(transition.key)}
                  onClick={() => choose({ transitions: [transition.key] })}
                  className={classNames(
                    'min-h-8 min-w-0 flex-1 truncate rounded-md px-1.5 pl-7.5 text-left text-sm text-muted hover:bg-hover hover:text-ink pointer-coarse:min-h-11',
                    selection.transitions.includes(transition.key) && 'bg-accent-soft text-accent-ink',
                  )}
                >
                  {line}
                </button>
                {readOnly ? null : (
                  <>
                    <TypeMenu
                      label={t('insert', { line })}
                      without="START"
                      onPick={(type) => {
                        insertInto(store, transition.key, type);
                        onChoose();
                      }}
                      trigger={
                        <IconButton size="sm" label={t('insert', { line })} icon={<Plus aria-hidden />} />
                      }
                    />
                    <IconButton
                      size="sm"
                      label={t('delete', { name: line })}
                      icon={<Trash2 aria-hidden />}
                      onClick={() =>
                        removeWithNotice(store, tDesigner, only({ transitions: [transition.key] }))
                      }
                    />
                  </>
                )}
              </li>
            );
          })}
      </ul>
    </li>
  );
}

function TypeMenu({
  label,
  trigger,
  without,
  onPick,
}: {
  label: ReactNode;
  trigger: React.ReactElement;
  without?: StepType;
  onPick: (type: StepType) => void;
}) {
  const t = useTranslations('diagram.types');
  return (
    <Menu trigger={trigger}>
      <MenuLabel>{label}</MenuLabel>
      {paletteTypes
        .filter((type) => type !== without)
        .map((type) => {
          const Icon = stepIcons[type];
          return (
            <MenuItem key={type} icon={<Icon aria-hidden />} onSelect={() => onPick(type)}>
              {t(type)}
            </MenuItem>
          );
        })}
    </Menu>
  );
}
