'use client';

import { useTranslations } from 'next-intl';
import { ConsequencesPreview } from '@/components/support/consequences-preview';
import { moveInstanceAction } from '@/lib/instances/actions';
import type { InstanceDetail } from '@/lib/instances/schema';
import { ReasonDialog } from './reason-dialog';

export type Move = InstanceDetail['offered']['moves'][number];

/** Moves an instance along a transition for repairs: what ends and what begins is shown before. */
export function MoveDialog({
  instanceId,
  name,
  move,
  onClose,
}: {
  instanceId: string;
  name: string;
  /** Null: nothing is asked. */
  move: Move | null;
  onClose: () => void;
}) {
  const t = useTranslations('instance.actions');
  const way = move === null ? null : { transition: move.transition, stay: move.stay };
  return (
    <ReasonDialog
      open={move !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('moveTitle', { instance: name, step: move?.toName ?? '' })}
      text={t('moveText', { step: move?.fromName ?? '' })}
      confirmLabel={t('move')}
      done={t('moveDone')}
      run={(reason) =>
        way === null ? Promise.resolve(null) : moveInstanceAction(instanceId, { ...way, reason })
      }
    >
      {way === null ? null : (
        <ConsequencesPreview instanceId={instanceId} action={{ action: 'move', ...way }} />
      )}
    </ReasonDialog>
  );
}
