'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConsequencesPreview } from '@/components/support/consequences-preview';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import type { JsonObject } from '@/lib/engine/json';
import { editContextAction } from '@/lib/instances/actions';
import { ContextChanges } from './context-changes';
import { readContext } from './read-context';
import { ReasonDialog } from './reason-dialog';

export type EditDataDialogProps = {
  instanceId: string;
  name: string;
  context: JsonObject;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Corrects the data of an instance: what would change is shown before, and nothing else happens. */
export function EditDataDialog({ instanceId, name, context, open, onOpenChange }: EditDataDialogProps) {
  const t = useTranslations('instance.actions');
  const [text, setText] = useState<string | null>(null);
  const written = text ?? JSON.stringify(context, null, 2);
  const read = readContext(written);
  const problem =
    read.problem === undefined
      ? undefined
      : read.problem === null
        ? t('retryDataObject')
        : t('retryDataInvalid', { message: read.problem });
  return (
    <ReasonDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) setText(null);
        onOpenChange(next);
      }}
      title={t('editTitle', { instance: name })}
      text={t('editText')}
      confirmLabel={t('edit')}
      done={t('editDone')}
      run={(reason) =>
        read.context === undefined
          ? Promise.resolve(null)
          : editContextAction(instanceId, { reason, context: read.context })
      }
    >
      <Field label={t('retryData')} hint={t('retryDataHint')} error={problem}>
        <Textarea
          value={written}
          rows={10}
          spellCheck={false}
          className="font-mono text-xs pointer-coarse:text-md"
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      {read.context === undefined ? null : <ContextChanges before={context} after={read.context} />}
      {read.context === undefined || text === null ? null : (
        <ConsequencesPreview instanceId={instanceId} action={{ action: 'edit', context: read.context }} />
      )}
    </ReasonDialog>
  );
}
