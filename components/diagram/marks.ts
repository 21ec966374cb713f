import type { StatusShape } from '@/components/ui/status-glyph';
import type { MarkKind, StepLook } from './contract';

export const markShapes: Readonly<Record<MarkKind, StatusShape>> = {
  done: 'done',
  active: 'active',
  waiting: 'waiting',
  failed: 'failed',
  added: 'done',
  changed: 'attention',
  removed: 'cancelled',
  same: 'planned',
};

/** A step's box by its look. */
export const boxes: Readonly<Record<StepLook, string>> = {
  plain: 'border-line-strong bg-surface text-ink',
  done: 'border-positive-line bg-surface text-ink',
  active: 'border-accent bg-accent text-on-accent',
  waiting: 'border-accent bg-accent-soft text-ink ring-1 ring-accent',
  failed: 'border-danger bg-danger-soft text-ink ring-1 ring-danger',
  added: 'border-positive-line bg-positive-soft text-ink ring-1 ring-positive-line',
  changed: 'border-caution-line bg-caution-soft text-ink ring-1 ring-caution-line',
  removed: 'border-dashed border-danger bg-danger-soft text-muted line-through',
  same: 'border-line-strong bg-surface text-ink',
  untaken: 'border-dashed border-line-strong bg-canvas text-faint',
};

/** The glyph of a look, and the word and icon beside it. */
export const glyphs: Readonly<Record<StepLook, string>> = {
  plain: 'text-faint',
  done: 'text-positive',
  active: 'text-on-accent [--ground:var(--color-accent)]',
  waiting: 'text-accent-ink',
  failed: 'text-danger',
  added: 'text-positive',
  changed: 'text-caution',
  removed: 'text-danger',
  same: 'text-faint',
  untaken: 'text-faint',
};

export const typeWords: Readonly<Record<StepLook, string>> = {
  plain: 'text-muted',
  done: 'text-muted',
  active: 'text-on-accent',
  waiting: 'text-muted',
  failed: 'text-muted',
  added: 'text-muted',
  changed: 'text-muted',
  removed: 'text-muted',
  same: 'text-muted',
  untaken: 'text-faint',
};
