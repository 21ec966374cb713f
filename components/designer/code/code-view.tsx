'use client';

import { useTranslations } from 'next-intl';
import { FindingsList } from '@/components/definitions/findings-list';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { codeOf, readCode } from '@/components/designer/document/code';
import { replaceDefinition } from '@/components/designer/document/settings';
import { act, endBurst, useDesigner, useDesignerStore, useDocument } from '@/components/designer/store';
import { CodeEditor } from './code-editor';
import { useNamesFor } from './names-for';

/**
 * The definition as JSON. What is written here is drawn at once while it is a definition; until it is one again, the text
 * is kept as it is, with what is wrong, and the drawing stays as it was.
 */
export function CodeView() {
  const t = useTranslations('designer.code');
  const store = useDesignerStore();
  const { definition } = useDocument();
  const code = useDesigner((state) => state.code);
  const readOnly = useDesigner((state) => state.readOnly);
  const namesFor = useNamesFor();
  const text = code ?? codeOf(definition);
  const read = code === null ? null : readCode(code, definition.key);

  function write(next: string) {
    const now = readCode(next, definition.key);
    store.setState({ code: next });
    if (now.ok) act(store, replaceDefinition(now.definition), { burst: 'code' });
  }

  /** Text that says the same as the drawing need not be kept beside it. */
  function settle() {
    endBurst(store);
    if (read?.ok) store.setState({ code: null });
  }

  return (
    <div className="flex h-full min-h-0 flex-col gap-3 p-4">
      <p className="text-sm text-muted">{t('text')}</p>
      <CodeEditor value={text} readOnly={readOnly} namesFor={namesFor} onChange={write} onBlur={settle} />
      {read && !read.ok ? (
        <Banner
          tone="danger"
          title={t('notApplied')}
          actions={
            <Button size="sm" onClick={() => store.setState({ code: null })}>
              {t('discard')}
            </Button>
          }
        >
          {read.problem ? <p className="wrap-anywhere">{read.problem}</p> : null}
          {read.findings.length > 0 ? (
            <FindingsList findings={read.findings} definition={definition} withPaths />
          ) : null}
        </Banner>
      ) : null}
    </div>
  );
}
