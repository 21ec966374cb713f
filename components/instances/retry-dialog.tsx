'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import type { JsonObject } from '@/lib/engine/json';
import { retryInstanceAction } from '@/lib/instances/actions';
import { ConsequencesPreview } from '@/components/support/consequences-preview';
import { ContextChanges } from './context-changes';
import { readContext } from './read-context';
import { ReasonDialog } from './reason-dialog';

export type RetryDialogProps = {
  instanceId: string;
  /** What people call the instance. */
  name: string;
  context: JsonObject;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Tries again what failed, after a correction of the data where somebody makes one. */
export function RetryDialog({ instanceId, name, context, open, onOpenChange }: RetryDialogProps) {
  const t = useTranslations('instance.actions');
  const [editing, setEditing] = useState(false);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  const written = editing ? readContext(text) : undefined;

  function edit(next: boolean) {
    setEditing(next);
    setProblem(null);
    setText(JSON.stringify(context, null, 2));
  }

  async function run(reason: string) {
    const changed = editing ? readContext(text) : {};
    if (changed.problem !== undefined) {
      setProblem(
        changed.problem === null ? t('retryDataObject') : t('retryDataInvalid', { message: changed.problem }),
      );
      return null;
    }
    return retryInstanceAction(instanceId, { reason, context: changed.context });
  }

  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('retryTitle', { instance: name })}
      text={t('retryText')}
      confirmLabel={t('retry')}
      done={t('retryDone')}
      run={run}
    >
      <Checkbox label={t('retryEdit')} checked={editing} onCheckedChange={edit} />
      {editing ? (
        <Field label={t('retryData')} hint={t('retryDataHint')} error={problem ?? undefined}>
          <Textarea
            value={text}
            rows={10}
            spellCheck={false}
            className="font-mono text-xs pointer-coarse:text-md"
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Field>
      ) : null}
      {written?.context ? <ContextChanges before={context} after={written.context} /> : null}
      {open && written?.problem === undefined ? (
        <ConsequencesPreview
          instanceId={instanceId}
          action={{ action: 'retry', ...(written?.context && { context: written.context }) }}
        />
      ) : null}
    </ReasonDialog>
  );
}
