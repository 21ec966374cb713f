'use client';

import { ArrowLeft, Braces, ListTree, Play, Redo2, Undo2, Workflow } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { LinkButton } from '@/components/ui/link-button';
import { PasteButton } from './clipboard/clipboard-buttons';
import { type DesignerView, redoNext, undoLast, useDesigner, useDesignerStore } from './store';

const views: readonly { view: DesignerView; icon: ReactNode }[] = [
  { view: 'canvas', icon: <Workflow aria-hidden /> },
  { view: 'list', icon: <ListTree aria-hidden /> },
  { view: 'code', icon: <Braces aria-hidden /> },
  { view: 'simulate', icon: <Play aria-hidden /> },
];

/** What one is drawing, whether it is saved, and what concerns all of it. */
export function Toolbar({ back, save, publish }: { back: string; save: ReactNode; publish: ReactNode }) {
  const t = useTranslations('designer');
  const store = useDesignerStore();
  const name = useDesigner((state) => state.history.present.definition.name);
  const view = useDesigner((state) => state.view);
  const canUndo = useDesigner((state) => state.history.past.length > 0);
  const canRedo = useDesigner((state) => state.history.future.length > 0);
  const readOnly = useDesigner((state) => state.readOnly);
  const errors = useDesigner((state) => state.findings.filter(({ severity }) => severity === 'error').length);
  const count = useDesigner((state) => state.findings.length);
  const checked = useDesigner((state) => state.checked);
  const open = useDesigner((state) => state.problemsOpen);
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-surface px-3 py-2">
      <LinkButton
        href={back}
        variant="quiet"
        size="sm"
        icon={<ArrowLeft aria-hidden />}
        aria-label={t('back')}
      />
      <h1 className="max-w-72 min-w-0 truncate text-md font-semibold">{name || t('unnamed')}</h1>
      <div className="min-w-0 max-sm:order-last max-sm:w-full">{save}</div>
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {readOnly ? null : (
          <div className="flex">
            <IconButton
              label={t('undo')}
              keys={['Ctrl', 'Z']}
              icon={<Undo2 aria-hidden />}
              disabled={!canUndo}
              onClick={() => undoLast(store)}
            />
            <IconButton
              label={t('redo')}
              keys={['Ctrl', '⇧', 'Z']}
              icon={<Redo2 aria-hidden />}
              disabled={!canRedo}
              onClick={() => redoNext(store)}
            />
            <PasteButton />
          </div>
        )}
        <div role="group" aria-label={t('view')} className="flex rounded-md border border-line-strong p-0.5">
          {views.map(({ view: one, icon }) => (
            <button
              key={one}
              type="button"
              aria-pressed={view === one}
              onClick={() => store.setState({ view: one })}
              className={classNames(
                'inline-flex h-6.5 items-center gap-1.5 rounded-sm px-2 text-sm font-medium transition-colors [&_svg]:size-4 pointer-coarse:h-10',
                view === one ? 'bg-pressed text-ink' : 'text-muted hover:bg-hover hover:text-ink',
              )}
            >
              {icon}
              <span className="max-sm:sr-only">{t(`views.${one}`)}</span>
            </button>
          ))}
        </div>
        <Button aria-pressed={open} onClick={() => store.setState({ problemsOpen: !open })}>
          {t('problems.title')}
          <Badge tone={count === 0 ? 'neutral' : open ? (errors > 0 ? 'danger' : 'caution') : 'neutral'}>
            {checked ? count : '…'}
          </Badge>
        </Button>
        {publish}
      </div>
    </header>
  );
}
