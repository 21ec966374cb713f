'use client';

import { ClipboardPaste, Copy, CopyPlus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useDesigner, useDesignerStore } from '@/components/designer/store';
import { IconButton } from '@/components/ui/icon-button';
import { notify } from '@/components/ui/toast';
import { copiedText, pasteText } from './clipboard';

/** Copying what is selected, and putting a copy of it beside it. */
export function CopyButtons() {
  const t = useTranslations('clipboard');
  const store = useDesignerStore();
  const readOnly = useDesigner((state) => state.readOnly);
  const count = useDesigner((state) => state.selection.steps.length + state.selection.annotations.length);
  if (count === 0) return null;

  async function copy() {
    const text = copiedText(store);
    if (text === null) return;
    try {
      await navigator.clipboard.writeText(text);
      notify({ title: t('copied', { count }) });
    } catch {
      notify({ tone: 'caution', title: t('copyRefused'), description: t('copyKeys') });
    }
  }

  return (
    <>
      <IconButton
        size="sm"
        label={t('copy')}
        keys={['Ctrl', 'C']}
        icon={<Copy aria-hidden />}
        onClick={() => void copy()}
      />
      {readOnly ? null : (
        <IconButton
          size="sm"
          label={t('duplicate')}
          icon={<CopyPlus aria-hidden />}
          onClick={() => {
            pasteText(store, copiedText(store) ?? '').catch(() =>
              notify({ tone: 'danger', title: t('notLoaded') }),
            );
          }}
        />
      )}
    </>
  );
}

/** Pasting without a key, also where there is no keyboard. */
export function PasteButton() {
  const t = useTranslations('clipboard');
  const store = useDesignerStore();
  if (useDesigner((state) => state.readOnly)) return null;

  async function put() {
    let text: string;
    try {
      text = await navigator.clipboard.readText();
    } catch {
      return notify({ tone: 'caution', title: t('pasteRefused'), description: t('pasteKeys') });
    }
    try {
      const pasted = await pasteText(store, text);
      if (!pasted) return notify({ tone: 'caution', title: t('noSteps'), description: t('noStepsText') });
      const { selection } = pasted;
      notify({ title: t('pasted', { count: selection.steps.length + selection.annotations.length }) });
    } catch {
      notify({ tone: 'danger', title: t('notLoaded') });
    }
  }

  return (
    <IconButton
      label={t('paste')}
      keys={['Ctrl', 'V']}
      icon={<ClipboardPaste aria-hidden />}
      onClick={() => void put()}
    />
  );
}
