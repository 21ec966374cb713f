import type { ReactNode } from 'react';
import { classNames } from './class-names';

/** The drawn shapes of a status. Open rings still move, solid discs have ended, the triangle wants a person. */
export type StatusShape =
  | 'planned'
  | 'active'
  | 'waiting'
  | 'paused'
  | 'attention'
  | 'done'
  | 'failed'
  | 'cancelled'
  | 'undoing'
  | 'undone';

const ring = <circle cx="8" cy="8" r="6.1" stroke="currentColor" strokeWidth="1.8" />;
const disc = <circle cx="8" cy="8" r="7" fill="currentColor" />;

/** Drawn in the colour of the ground beneath, which is what the class on the svg sets as `--ground`. */
const cut = {
  stroke: 'var(--ground, var(--color-surface))',
  strokeWidth: 1.8,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
const line = {
  stroke: 'currentColor',
  strokeWidth: 1.7,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

const shapes: Readonly<Record<StatusShape, ReactNode>> = {
  planned: (
    <circle cx="8" cy="8" r="6.1" stroke="currentColor" strokeWidth="1.8" strokeDasharray="2.2 2.59" />
  ),
  active: (
    <>
      {ring}
      <path d="M8 4.6a3.4 3.4 0 1 1 0 6.8z" fill="currentColor" />
    </>
  ),
  waiting: (
    <>
      {ring}
      <path d="M8 5v3.2l2 1.3" {...line} />
    </>
  ),
  paused: (
    <>
      {ring}
      <path d="M6.5 6v4M9.5 6v4" {...line} />
    </>
  ),
  attention: (
    <>
      <path
        d="M6.9 1.9a1.28 1.28 0 0 1 2.2 0l5.6 9.7c.5.85-.1 1.9-1.1 1.9H2.4c-1 0-1.6-1.05-1.1-1.9z"
        fill="currentColor"
      />
      <path d="M8 5.6v3.1M8 11.1v.05" {...cut} />
    </>
  ),
  done: (
    <>
      {disc}
      <path d="m5 8.3 2.1 2.1L11 6.2" {...cut} />
    </>
  ),
  failed: (
    <>
      {disc}
      <path d="m5.7 5.7 4.6 4.6m0-4.6-4.6 4.6" {...cut} />
    </>
  ),
  cancelled: (
    <>
      {ring}
      <path d="m4.4 11.6 7.2-7.2" {...line} />
    </>
  ),
  undoing: (
    <>
      <path d="M2.6 5.4A6.1 6.1 0 1 1 1.9 8" {...line} />
      <path d="M2.3 2.6v3h3" {...line} />
    </>
  ),
  undone: (
    <>
      {disc}
      <path d="M7 5.4 4.9 7.5 7 9.6M5.2 7.5h3.6a1.9 1.9 0 0 1 0 3.8H8" {...cut} />
    </>
  ),
};

/** A status glyph of 14 px in the current text colour. Decorative: the word beside it carries the meaning. */
export function StatusGlyph({ shape, className }: { shape: StatusShape; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      aria-hidden
      data-glyph={shape}
      className={classNames('size-3.5 shrink-0', className)}
    >
      {shapes[shape]}
    </svg>
  );
}
