'use client';

import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import { useTranslations } from 'next-intl';
import { classNames } from '@/components/ui/class-names';
import { StatusGlyph } from '@/components/ui/status-glyph';
import type { DiagramStep, StepBadge, StepLook } from './contract';
import type { Direction } from './layout';
import { NoteHandle } from './note-handle';
import { boxes, glyphs, markShapes, typeWords } from './marks';
import { stepIcons } from './step-types';

export type StepNodeType = Node<
  {
    step: DiagramStep;
    look: StepLook;
    visits: number;
    badges: readonly StepBadge[];
    direction: Direction;
    noted: boolean;
  },
  'step'
>;

const corners: Readonly<Record<StepBadge['corner'], string>> = {
  topLeft: '-top-2 left-2',
  topRight: '-top-2 right-2',
  bottomLeft: '-bottom-2 left-2',
  bottomRight: '-bottom-2 right-2',
};

const badgeTones: Readonly<Record<StepBadge['tone'], string>> = {
  neutral: 'border-line-strong bg-raised text-ink',
  caution: 'border-caution bg-caution-soft text-caution-ink',
  danger: 'border-danger bg-danger-soft text-danger-ink',
};

/** One step: icon, name, the word of its type, and what happened in it. */
export function StepNode({ data, selected }: NodeProps<StepNodeType>) {
  const t = useTranslations('diagram');
  const { step, look, visits, badges, direction, noted } = data;
  const Icon = stepIcons[step.type];
  const isEnd = step.type === 'START' || step.type === 'END';
  const across = direction === 'RIGHT';
  return (
    <div
      className={classNames(
        'relative flex size-full items-center gap-2 border px-3 shadow-control',
        isEnd ? 'rounded-full' : 'rounded-lg',
        boxes[look],
        selected && 'outline-2 outline-offset-2 outline-focus',
      )}
    >
      {isEnd ? <Icon aria-hidden className={classNames('size-3.5 shrink-0', typeWords[look])} /> : null}
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 text-sm/4 font-semibold">{step.name}</span>
        {isEnd ? null : (
          <span className={classNames('mt-0.5 flex items-center gap-1 text-xs', typeWords[look])}>
            <Icon aria-hidden className="size-3 shrink-0" />
            <span className="truncate">{t(`types.${step.type}`)}</span>
          </span>
        )}
      </span>
      {badges.map((badge) => (
        <span
          key={badge.corner}
          aria-hidden
          className={classNames(
            'absolute rounded-full border px-1.5 text-xs/4 font-semibold tabular-nums',
            corners[badge.corner],
            badgeTones[badge.tone],
          )}
        >
          {badge.text}
        </span>
      ))}
      {visits > 1 ? (
        <span className="shrink-0 rounded-full bg-pressed px-1.5 text-xs font-semibold text-ink">
          ×{visits}
        </span>
      ) : null}
      {look === 'plain' || look === 'untaken' ? null : (
        <StatusGlyph shape={markShapes[look]} className={classNames('size-4', glyphs[look])} />
      )}
      <Handle
        type="target"
        position={across ? Position.Left : Position.Top}
        isConnectable={false}
        className="invisible"
      />
      <Handle
        type="source"
        position={across ? Position.Right : Position.Bottom}
        isConnectable={false}
        className="invisible"
      />
      {noted ? <NoteHandle type="target" /> : null}
    </div>
  );
}
