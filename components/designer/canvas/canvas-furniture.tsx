'use client';

import { Background, BackgroundVariant, MiniMap, Panel, useReactFlow } from '@xyflow/react';
import { useTranslations } from 'next-intl';
import { memo, useCallback } from 'react';
import { useDesigner } from '@/components/designer/store';
import { CanvasTools } from './canvas-tools';
import type { CanvasNode } from './drawn-elements';
import { fit } from './first-viewport';

const mapSize = { width: 160, height: 100 };

/** What lies around the drawing. It is left alone while something is dragged. */
export const CanvasFurniture = memo(function CanvasFurniture({
  search,
  setSearch,
  empty,
}: {
  search: string;
  setSearch: (words: string) => void;
  empty: boolean;
}) {
  const t = useTranslations('designer');
  const readOnly = useDesigner((state) => state.readOnly);
  const { fitView } = useReactFlow();
  const showAll = useCallback(() => void fitView({ ...fit, duration: 200 }), [fitView]);
  return (
    <>
      <Background variant={BackgroundVariant.Dots} gap={24} size={1} color="var(--color-line-strong)" />
      <MiniMap<CanvasNode>
        pannable
        zoomable
        ariaLabel={t('minimap')}
        className="overflow-hidden rounded-md border border-line max-lg:hidden"
        bgColor="var(--color-surface)"
        maskColor="color-mix(in srgb, var(--color-pressed) 75%, transparent)"
        maskStrokeColor="var(--color-control)"
        nodeColor={mapColor}
        nodeBorderRadius={12}
        style={mapSize}
      />
      <Panel position="top-left" className="m-3!">
        <CanvasTools search={search} setSearch={setSearch} fit={showAll} />
      </Panel>
      {empty ? (
        <Panel
          position="top-center"
          className="top-1/3! rounded-lg border border-dashed border-line-strong bg-surface px-6 py-5 text-center"
        >
          <p className="text-base font-semibold">{t('emptyTitle')}</p>
          <p className="mt-1 max-w-80 text-base text-muted">
            {readOnly ? t('emptyReadOnly') : t('emptyText')}
          </p>
        </Panel>
      ) : null}
    </>
  );
});

function mapColor({ type }: CanvasNode): string {
  if (type === 'frame') return 'transparent';
  return type === 'note' ? 'var(--color-caution-line)' : 'var(--color-control)';
}
