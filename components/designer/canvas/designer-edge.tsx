'use client';

import { BaseEdge, EdgeLabelRenderer, type Edge, type EdgeProps } from '@xyflow/react';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { memo } from 'react';
import { arrowPath, routePath, steppedPath } from '@/components/diagram/route-path';
import { stepIcons } from '@/components/diagram/step-types';
import { only } from '@/components/designer/document/document';
import { insertInto } from '@/components/designer/edits';
import { paletteTypes } from '@/components/designer/palette-groups';
import { select, useDesignerStore } from '@/components/designer/store';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuLabel } from '@/components/ui/menu';

export type DesignerEdgeType = Edge<
  {
    label: string;
    problem: boolean;
    readOnly: boolean;
    /** Pixels by which it swings out below, because it leads back, or beside another one; 0: it goes straight ahead. */
    below: number;
  },
  'transition'
>;

/** A transition: a click selects it, and then a step can be put into it. */
export const DesignerEdge = memo(function DesignerEdge(props: EdgeProps<DesignerEdgeType>) {
  const { id, data, selected } = props;
  const store = useDesignerStore();
  if (!data) return null;
  const { path, label, before } = wayOf(props, data.below);
  const tip = { x: props.targetX, y: props.targetY };
  return (
    <>
      <BaseEdge
        path={path}
        interactionWidth={22}
        className={classNames(
          selected
            ? 'stroke-accent! [stroke-width:2.5]!'
            : data.problem
              ? 'stroke-danger! [stroke-width:1.75]!'
              : 'stroke-control! [stroke-width:1.5]!',
        )}
      />
      <path
        d={arrowPath([before, tip])}
        className={selected ? 'fill-accent' : data.problem ? 'fill-danger' : 'fill-control'}
      />
      <EdgeLabelRenderer>
        <div
          className="nodrag nopan pointer-events-auto absolute flex items-center gap-1"
          style={{
            transform: `translate(-50%, -50%) translate(${label.x}px, ${label.y}px)`,
            zIndex: selected ? 10 : undefined,
          }}
        >
          {data.label ? (
            <button
              type="button"
              tabIndex={-1}
              onClick={() => select(store, only({ transitions: [id] }))}
              className={classNames(
                'max-w-38 truncate rounded-sm bg-canvas px-1.5 text-xs/5 font-medium',
                selected ? 'text-accent-ink' : 'text-muted',
              )}
            >
              {data.label}
            </button>
          ) : null}
          {selected && !data.readOnly ? <InsertMenu transition={id} /> : null}
        </div>
      </EdgeLabelRenderer>
    </>
  );
});

function InsertMenu({ transition }: { transition: string }) {
  const t = useTranslations('designer');
  const tTypes = useTranslations('diagram.types');
  const store = useDesignerStore();
  return (
    <Menu
      trigger={
        <IconButton
          size="sm"
          variant="secondary"
          className="size-6 rounded-full"
          label={t('insert')}
          icon={<Plus aria-hidden />}
        />
      }
    >
      <MenuLabel>{t('insert')}</MenuLabel>
      {paletteTypes
        .filter((type) => type !== 'START')
        .map((type) => {
          const Icon = stepIcons[type];
          return (
            <MenuItem
              key={type}
              icon={<Icon aria-hidden />}
              onSelect={() => insertInto(store, transition, type)}
            >
              {tTypes(type)}
            </MenuItem>
          );
        })}
    </Menu>
  );
}

type Point = { x: number; y: number };

/** Ahead a stepped line from side to side; back a line that runs below both steps. */
function wayOf(
  edge: EdgeProps<DesignerEdgeType>,
  swing: number,
): { path: string; label: Point; before: Point } {
  const { sourceX, sourceY, targetX, targetY } = edge;
  const before = { x: targetX - 10, y: targetY };
  if (swing === 0) {
    const {
      path,
      middle: { x, y },
    } = steppedPath(edge);
    // Ways out of one step part in the middle: the words stand on the stretch that each has for itself.
    const apart = Math.abs(sourceY - targetY) > 12 && targetX - x > 36;
    return { path, label: apart ? { x: (x + targetX) / 2, y: targetY } : { x, y }, before };
  }
  const below = Math.max(sourceY, targetY) + swing;
  const out = sourceX + 20;
  const into = targetX - 20;
  const points: Point[] = [
    { x: sourceX, y: sourceY },
    { x: out, y: sourceY },
    { x: out, y: below },
    { x: into, y: below },
    { x: into, y: targetY },
    { x: targetX, y: targetY },
  ];
  return { path: routePath(points), label: { x: (out + into) / 2, y: below }, before };
}
