'use client';

import { useTranslations } from 'next-intl';
import { type RefObject, useEffect } from 'react';
import type { Selection } from '@/components/designer/document/document';
import { removeWithNotice } from '@/components/designer/removal';
import { useDesignerStore } from '@/components/designer/store';
import { notify } from '@/components/ui/toast';
import { copiedText, mayPaste, pasteText } from './clipboard';

/** Steps, notes and groups. */
function countOf({ steps, annotations }: Selection): number {
  return steps.length + annotations.length;
}

/** Copy, cut and paste of what is selected, by the keys and menus of the system; never while a text is worked on. */
export function useClipboardEvents(frame: RefObject<HTMLElement | null>): void {
  const t = useTranslations('clipboard');
  const tDesigner = useTranslations('designer');
  const store = useDesignerStore();
  useEffect(() => {
    function elsewhere(event: ClipboardEvent): boolean {
      const target = event.target instanceof Element ? event.target : document.body;
      const typing = target.closest('input, textarea, [contenteditable="true"], [role="dialog"]') !== null;
      const inFrame = target === document.body || frame.current?.contains(target) === true;
      return event.defaultPrevented || typing || !inFrame;
    }
    function copy(event: ClipboardEvent) {
      const reading = (document.getSelection()?.toString() ?? '') !== '';
      const text = elsewhere(event) || reading ? null : copiedText(store);
      if (text === null) return;
      event.preventDefault();
      event.clipboardData?.setData('text/plain', text);
      notify({ title: t('copied', { count: countOf(store.getState().selection) }) });
    }
    function cut(event: ClipboardEvent) {
      copy(event);
      if (event.defaultPrevented && !store.getState().readOnly) removeWithNotice(store, tDesigner);
    }
    function put(event: ClipboardEvent) {
      if (elsewhere(event)) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!mayPaste(store, text)) return;
      event.preventDefault();
      pasteText(store, text).then(
        (pasted) => pasted && notify({ title: t('pasted', { count: countOf(pasted.selection) }) }),
        () => notify({ tone: 'danger', title: t('notLoaded') }),
      );
    }
    document.addEventListener('copy', copy);
    document.addEventListener('cut', cut);
    document.addEventListener('paste', put);
    return () => {
      document.removeEventListener('copy', copy);
      document.removeEventListener('cut', cut);
      document.removeEventListener('paste', put);
    };
  }, [store, t, tDesigner, frame]);
}
