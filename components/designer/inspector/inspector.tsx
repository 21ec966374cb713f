'use client';

import { Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { CopyButtons } from '@/components/designer/clipboard/clipboard-buttons';
import { removeWithNotice } from '@/components/designer/removal';
import { useDesigner, useDesignerStore, useDocument } from '@/components/designer/store';
import { useTransitionWords } from '@/components/designer/transition-words';
import { Button } from '@/components/ui/button';
import { AnnotationInspector } from './annotation-inspector';
import { ProcessInspector } from './process-inspector';
import { SelectionTools } from './selection-tools';
import { SettingEditorProvider } from './setting';
import { SettingEditor } from './setting-editor';
import { focusSetting } from './focus-setting';
import { StepInspector } from './step-inspector';
import { TransitionInspector } from './transition-inspector';

/** The settings of what is selected; of the process when nothing is. */
export function Inspector() {
  const t = useTranslations('designer');
  const store = useDesignerStore();
  const { definition } = useDocument();
  const { steps, transitions, annotations } = useDesigner((state) => state.selection);
  const selected = useDesigner((state) => state.selected);
  const focus = useDesigner((state) => state.focus);
  const readOnly = useDesigner((state) => state.readOnly);
  const words = useTransitionWords();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus && frame.current) focusSetting(frame.current, focus.path);
  }, [focus]);

  const count = steps.length + transitions.length + annotations.length;
  const step = count === 1 ? definition.steps.find(({ key }) => key === steps[0]) : undefined;
  const transition =
    count === 1 ? definition.transitions.find(({ key }) => key === transitions[0]) : undefined;
  const drawn = count === 1 ? definition.annotations?.find(({ key }) => key === annotations[0]) : undefined;
  const title = step
    ? (step.name ?? step.key)
    : transition
      ? words(transition)
      : drawn
        ? drawn.type === 'GROUP'
          ? drawn.name
          : drawn.text || t('annotations.emptyNote')
        : count > 1
          ? t('selectedCount', { count })
          : t('process');
  const kind = step
    ? t('step')
    : transition
      ? t('transition')
      : drawn
        ? t(drawn.type === 'GROUP' ? 'annotations.group' : 'annotations.note')
        : count > 1
          ? t('selection')
          : t('wholeProcess');
  return (
    <SettingEditorProvider value={SettingEditor}>
      <section aria-label={t('settingsOf', { what: title })} ref={frame} className="flex min-w-0 flex-col">
        <header className="flex items-start gap-2 border-b border-line px-4 py-3">
          <div className="min-w-0 flex-1">
            <p className="text-xs text-muted">{kind}</p>
            <h2 className="line-clamp-2 text-md font-semibold wrap-anywhere">{title}</h2>
          </div>
          <CopyButtons />
          {count > 0 && !readOnly ? (
            <Button
              size="sm"
              variant="danger-quiet"
              icon={<Trash2 aria-hidden />}
              onClick={() => removeWithNotice(store, t)}
            >
              {t('delete')}
            </Button>
          ) : null}
        </header>
        <div key={selected} className="flex min-w-0 flex-col gap-4 p-4">
          {step ? (
            <StepInspector stepKey={step.key} />
          ) : transition ? (
            <TransitionInspector transitionKey={transition.key} />
          ) : drawn ? (
            <AnnotationInspector annotationKey={drawn.key} />
          ) : count > 1 ? (
            <SelectionTools />
          ) : (
            <ProcessInspector />
          )}
        </div>
      </section>
    </SettingEditorProvider>
  );
}
