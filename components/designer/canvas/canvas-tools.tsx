'use client';

import { useReactFlow } from '@xyflow/react';
import { Maximize, Search, Sparkles, ZoomIn, ZoomOut } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { only } from '@/components/designer/document/document';
import { moveSteps } from '@/components/designer/document/steps';
import { tidied } from '@/components/designer/document/tidied';
import { act, select, useDesigner, useDesignerStore } from '@/components/designer/store';
import { useTransitionWords } from '@/components/designer/transition-words';
import { drawnBeside } from '@/components/definitions/drawing';
import { layOut } from '@/components/diagram/layout';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { Spinner } from '@/components/ui/spinner';
import { notify } from '@/components/ui/toast';

/** Finding, zooming and tidying up. */
export function CanvasTools({
  search,
  setSearch,
  fit,
}: {
  search: string;
  setSearch: (words: string) => void;
  fit: () => void;
}) {
  const t = useTranslations('designer');
  const tDiagram = useTranslations('diagram');
  const store = useDesignerStore();
  const readOnly = useDesigner((state) => state.readOnly);
  const words = useTransitionWords();
  const [tidying, setTidying] = useState(false);
  const { zoomIn, zoomOut, fitView } = useReactFlow();

  /** All steps in layers from left to right, but those that are pinned; one entry, so it can be taken back. */
  async function tidy() {
    setTidying(true);
    const document = store.getState().history.present;
    const { steps, transitions, annotations } = document.definition;
    try {
      // In a worker: meanwhile one can go on, and what is done then stays.
      const { nodes } = await layOut(
        {
          steps: steps.map(({ key, name, type }) => ({ key, name: name ?? key, type })),
          transitions: transitions.map((one) => ({
            key: one.key,
            from: one.from,
            to: one.to,
            label: one.on === undefined && !one.name ? '' : words(one),
          })),
          ...drawnBeside(annotations ?? []),
        },
        'RIGHT',
      );
      act(store, moveSteps(tidied(store.getState().history.present, nodes)));
      requestAnimationFrame(fit);
    } catch {
      notify({ tone: 'danger', title: t('tidyFailed') });
    } finally {
      setTidying(false);
    }
  }

  function findFirst() {
    const wanted = search.trim().toLocaleLowerCase();
    const found = store
      .getState()
      .history.present.definition.steps.find(
        ({ key, name }) => wanted !== '' && `${name ?? ''} ${key}`.toLocaleLowerCase().includes(wanted),
      );
    if (!found) return;
    select(store, only({ steps: [found.key] }));
    void fitView({ nodes: [{ id: found.key }], maxZoom: 1, duration: 200 });
  }

  return (
    <div className="flex items-center gap-1 rounded-md border border-line bg-surface p-1 shadow-control">
      <Input
        type="search"
        aria-label={t('searchSteps')}
        placeholder={t('searchSteps')}
        icon={<Search aria-hidden />}
        value={search}
        className="h-7 w-40 border-transparent shadow-none"
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') findFirst();
        }}
      />
      <IconButton
        size="sm"
        label={tDiagram('zoomOut')}
        icon={<ZoomOut aria-hidden />}
        onClick={() => void zoomOut()}
      />
      <IconButton
        size="sm"
        label={tDiagram('zoomIn')}
        icon={<ZoomIn aria-hidden />}
        onClick={() => void zoomIn()}
      />
      <IconButton size="sm" label={tDiagram('fit')} icon={<Maximize aria-hidden />} onClick={fit} />
      {readOnly ? null : (
        <>
          <IconButton
            size="sm"
            label={tidying ? t('tidying') : t('tidy')}
            icon={tidying ? <Spinner /> : <Sparkles aria-hidden />}
            disabled={tidying}
            onClick={() => void tidy()}
          />
          <span role="status" className="text-xs text-muted empty:hidden">
            {tidying ? t('tidying') : ''}
          </span>
        </>
      )}
    </div>
  );
}
