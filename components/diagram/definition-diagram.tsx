'use client';

import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { classNames } from '@/components/ui/class-names';
import { loadCode } from '@/components/ui/load-code';
import type { DiagramProps } from './contract';
import { DiagramLegend } from './diagram-legend';
import { DiagramSkeleton } from './diagram-skeleton';
import { DiagramTable } from './diagram-table';

// React Flow and ELK are large; they load after the page, in the browser only.
const DiagramCanvas = dynamic(async () => (await loadCode(() => import('./diagram-canvas'))).DiagramCanvas, {
  ssr: false,
  loading: () => <DiagramSkeleton />,
});

/** A definition as a drawing, read-only, with an instance's way through it where `marks` are given, and the same as a table. */
export function DefinitionDiagram({ className, ...diagram }: DiagramProps & { className?: string }) {
  const t = useTranslations('diagram');
  const frame = useRef<HTMLElement>(null);
  const width = useWidth(frame);
  return (
    <figure
      ref={frame}
      aria-label={t('label')}
      className={classNames('min-w-0 overflow-clip rounded-lg border border-line bg-canvas', className)}
    >
      {width === null ? <DiagramSkeleton /> : <DiagramCanvas {...diagram} width={width} />}
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-3 py-2">
        <DiagramLegend
          steps={diagram.steps}
          marks={diagram.marks}
          changedTransitions={diagram.changedTransitions}
        />
        <details className="group/table w-full text-sm">
          <summary className="inline-flex list-none items-center gap-1 rounded-sm text-xs text-muted hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
            <ChevronRight aria-hidden className="size-3.5 transition-transform group-open/table:rotate-90" />
            {t('asTable')}
          </summary>
          <div className="mt-2 overflow-x-auto rounded-md border border-line">
            <DiagramTable {...diagram} />
          </div>
        </details>
      </figcaption>
    </figure>
  );
}

/** The element's width in pixels, null until it stands in the page. */
function useWidth(element: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
