'use client';

import type { Node, NodeProps } from '@xyflow/react';
import { useTranslations } from 'next-intl';
import { memo } from 'react';
import { classNames } from '@/components/ui/class-names';
import { NoteHandle } from './note-handle';

export type NoteNodeType = Node<{ text: string }, 'note'>;
export type GroupNodeType = Node<{ name: string; steps: readonly string[] }, 'frame'>;

/** Words beside the drawing. */
export const NoteNode = memo(function NoteNode({ data, selected }: NodeProps<NoteNodeType>) {
  const t = useTranslations('diagram');
  return (
    <div
      className={classNames(
        'min-h-full rounded-sm border border-caution-line bg-caution-soft px-2.5 py-2 text-xs/4 wrap-anywhere whitespace-pre-wrap text-ink shadow-control',
        selected && 'outline-2 outline-offset-1 outline-focus',
      )}
    >
      {data.text === '' ? <span className="text-muted">{t('emptyNote')}</span> : data.text}
      <NoteHandle type="source" />
    </div>
  );
});

/** A frame around steps. Only its name takes the pointer: what is inside of it stays reachable. */
export const GroupNode = memo(function GroupNode({ data, selected }: NodeProps<GroupNodeType>) {
  return (
    <div
      className={classNames(
        'size-full rounded-xl border border-dashed border-line-strong bg-hover/50',
        selected && 'border-solid border-accent outline-2 outline-offset-1 outline-focus',
      )}
    >
      <span
        className={classNames(
          groupHandle,
          'pointer-events-auto inline-block max-w-full truncate px-3 py-1 text-xs font-semibold',
          selected ? 'text-accent-ink' : 'text-muted',
        )}
      >
        {data.name}
      </span>
    </div>
  );
});

/** Class of what a group is dragged by. */
export const groupHandle = 'group-handle';
