'use client';

import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import { CircleAlert, Pin, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { memo } from 'react';
import type { DiagramStep } from '@/components/diagram/contract';
import { NoteHandle } from '@/components/diagram/note-handle';
import { stepIcons } from '@/components/diagram/step-types';
import { classNames } from '@/components/ui/class-names';

export type DesignerNodeType = Node<
  {
    step: DiagramStep;
    /** What stands under the name: who, what. */
    detail: string | undefined;
    problem: 'error' | 'warning' | undefined;
    found: boolean;
    /** A note is about it. */
    noted: boolean;
    pinned: boolean;
    readOnly: boolean;
  },
  'step'
>;

const handle =
  'size-3! rounded-full! border-2! border-surface! bg-control! transition-[scale,background-color] hover:scale-140 hover:bg-accent! [&.connectingto]:bg-accent! pointer-coarse:size-4!';

/** A step as one works on it: to drag, to select, to connect from its right edge to another's left. */
export const DesignerNode = memo(function DesignerNode({ data, selected }: NodeProps<DesignerNodeType>) {
  const t = useTranslations('diagram');
  const { step, detail, problem, found, noted, pinned, readOnly } = data;
  const Icon = stepIcons[step.type];
  const isEnd = step.type === 'START' || step.type === 'END';
  return (
    <div
      className={classNames(
        'flex size-full items-center gap-2 border border-line-strong bg-surface px-3 text-ink shadow-control transition-shadow',
        isEnd ? 'rounded-full' : 'rounded-lg',
        !readOnly && 'hover:shadow-raised',
        found && 'border-accent ring-2 ring-accent-line',
        selected && 'border-accent outline-2 outline-offset-1 outline-focus',
      )}
    >
      {isEnd ? <Icon aria-hidden className="size-3.5 shrink-0 text-muted" /> : null}
      <span className="min-w-0 flex-1">
        <span className={classNames('block text-sm/4 font-semibold', isEnd ? 'truncate' : 'line-clamp-2')}>
          {step.name}
        </span>
        {isEnd ? null : (
          <span className="mt-0.5 flex items-center gap-1 text-xs text-muted">
            <Icon aria-hidden className="size-3 shrink-0" />
            <span className="truncate">{detail ?? t(`types.${step.type}`)}</span>
          </span>
        )}
      </span>
      {pinned ? <Pin aria-hidden className="size-3 shrink-0 self-start mt-1.5 -mr-1 text-faint" /> : null}
      {problem === 'error' ? <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" /> : null}
      {problem === 'warning' ? <TriangleAlert aria-hidden className="size-4 shrink-0 text-caution" /> : null}
      {step.type === 'START' ? null : (
        <Handle type="target" position={Position.Left} className={handle} isConnectable={!readOnly} />
      )}
      {step.type === 'END' ? null : (
        <Handle type="source" position={Position.Right} className={handle} isConnectable={!readOnly} />
      )}
      {noted ? <NoteHandle type="target" /> : null}
    </div>
  );
});
