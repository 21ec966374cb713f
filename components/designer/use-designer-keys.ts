'use client';

import { useTranslations } from 'next-intl';
import { type RefObject, useEffect } from 'react';
import { nothingSelected } from './document/document';
import { removeWithNotice } from './removal';
import { redoNext, select, undoLast, useDesignerStore } from './store';

/**
 * The designer's keys. Undo and redo work everywhere in it, also in a field, since what is typed there is an entry too; in
 * the code view the text has its own. Delete removes what is selected on the canvas, never while something is typed.
 */
export function useDesignerKeys(frame: RefObject<HTMLElement | null>): void {
  const t = useTranslations('designer');
  const store = useDesignerStore();
  useEffect(() => {
    const root = frame.current;
    if (!root) return;
    function onKeyDown(event: KeyboardEvent) {
      const target = event.target as HTMLElement;
      const typing = target.closest('input, textarea, [contenteditable="true"]') !== null;
      const elsewhere = target !== document.body && !root?.contains(target);
      if (elsewhere || event.defaultPrevented) return;
      const key = event.key.toLowerCase();
      if ((event.ctrlKey || event.metaKey) && !event.altKey && (key === 'z' || key === 'y')) {
        if (store.getState().view === 'code' && target.tagName === 'TEXTAREA') return;
        event.preventDefault();
        if (key === 'y' || event.shiftKey) redoNext(store);
        else undoLast(store);
        return;
      }
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      const onCanvas = target === document.body || target.closest('.react-flow') !== null;
      if ((event.key === 'Delete' || event.key === 'Backspace') && onCanvas) {
        event.preventDefault();
        removeWithNotice(store, t);
      }
      if (event.key === 'Escape' && onCanvas) select(store, nothingSelected);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [store, t, frame]);
}
