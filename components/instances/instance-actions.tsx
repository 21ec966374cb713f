'use client';

import {
  Ban,
  CornerUpRight,
  Ellipsis,
  Eraser,
  Pause,
  Pencil,
  Play,
  RotateCcw,
  SkipForward,
} from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { ConsequencesPreview } from '@/components/support/consequences-preview';
import { useRefusedWords } from '@/components/support/refused-words';
import { pauseInstanceAction, resumeInstanceAction } from '@/lib/instances/actions';
import type { InstanceDetail } from '@/lib/instances/schema';
import { CancelDialog } from './cancel-dialog';
import type { JsonObject } from '@/lib/engine/json';
import type { FileRow } from '@/lib/files/schema';
import type { Availability } from '@/lib/support/schema';
import { EditDataDialog } from './edit-data-dialog';
import { EraseDialog } from './erase-dialog';
import { type Move, MoveDialog } from './move-dialog';
import { ReasonDialog } from './reason-dialog';
import { ReopenDialog } from './reopen-dialog';

export type InstanceActionsProps = {
  instanceId: string;
  /** What people call the instance. */
  name: string;
  offered: InstanceDetail['offered'];
  /** What it has done outside, so that a cancellation can say what it would undo. */
  ledger: InstanceDetail['ledger'];
  context: JsonObject;
  input: JsonObject;
  files: readonly FileRow[];
  /** For support: each action, with why it cannot be done now. Empty for others, who see what they may do and nothing else. */
  availability: readonly Availability[];
};

type Asked = 'pause' | 'resume' | 'cancel' | 'reopen' | 'edit' | 'erase';

/**
 * What can be done with the instance as a whole now. Support sees what cannot be done too, disabled and with the words that the
 * command would refuse it with; an incident has its own actions.
 */
export function InstanceActions(props: InstanceActionsProps) {
  const { instanceId, name, offered, ledger, context, input, files, availability } = props;
  const t = useTranslations('instance.actions');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [move, setMove] = useState<Move | null>(null);
  const dialog = (which: Asked) => ({
    open: asked === which,
    onOpenChange: (open: boolean) => setAsked(open ? which : null),
  });
  return (
    <>
      {offered.resume ? (
        <Button variant="primary" icon={<Play aria-hidden />} onClick={() => setAsked('resume')}>
          {t('resume')}
        </Button>
      ) : null}
      {offered.reopen ? (
        <Button icon={<RotateCcw aria-hidden />} onClick={() => setAsked('reopen')}>
          {t('reopen')}
        </Button>
      ) : null}
      <More offered={offered} availability={availability} ask={setAsked} askMove={setMove} />
      <ReasonDialog
        {...dialog('pause')}
        title={t('pauseTitle', { instance: name })}
        text={t('pauseText')}
        confirmLabel={t('pause')}
        done={t('pauseDone')}
        run={(reason) => pauseInstanceAction(instanceId, { reason })}
      >
        {asked === 'pause' ? (
          <ConsequencesPreview instanceId={instanceId} action={{ action: 'pause' }} />
        ) : null}
      </ReasonDialog>
      <ReasonDialog
        {...dialog('resume')}
        title={t('resumeTitle', { instance: name })}
        text={t('resumeText')}
        confirmLabel={t('resume')}
        done={t('resumeDone')}
        run={(reason) => resumeInstanceAction(instanceId, { reason })}
      >
        {asked === 'resume' ? (
          <ConsequencesPreview instanceId={instanceId} action={{ action: 'resume' }} />
        ) : null}
      </ReasonDialog>
      <EditDataDialog {...dialog('edit')} instanceId={instanceId} name={name} context={context} />
      <MoveDialog instanceId={instanceId} name={name} move={move} onClose={() => setMove(null)} />
      <EraseDialog
        {...dialog('erase')}
        instanceId={instanceId}
        name={name}
        context={context}
        input={input}
        files={files}
      />
      <ReopenDialog {...dialog('reopen')} instanceId={instanceId} name={name} />
      <CancelDialog
        {...dialog('cancel')}
        instanceId={instanceId}
        name={name}
        modes={offered.cancelModes}
        ledger={ledger}
      />
    </>
  );
}

/** The rarer actions; no menu where there is none. */
function More({
  offered,
  availability,
  ask,
  askMove,
}: {
  offered: InstanceDetail['offered'];
  availability: readonly Availability[];
  ask: (which: Asked) => void;
  askMove: (move: Move) => void;
}) {
  const t = useTranslations('instance.actions');
  const words = useRefusedWords();
  const support = availability.length > 0;
  const refusal = (action: Availability['action']) => {
    const refused = availability.find((one) => one.action === action)?.refusal;
    if (!refused) return undefined;
    const { code, message, permission } = refused;
    return words(code, permission) ?? (code === 'not_allowed' ? t(`refused.${action}`) : message);
  };
  if (!support && !offered.pause && !offered.cancel) return null;
  return (
    <Menu
      align="end"
      className="max-w-80"
      trigger={<IconButton variant="secondary" label={t('moreLabel')} icon={<Ellipsis aria-hidden />} />}
    >
      {support || offered.pause ? (
        <MenuItem
          icon={<Pause aria-hidden />}
          hint={refusal('pause') ?? t('pauseHint')}
          disabled={refusal('pause') !== undefined}
          onSelect={() => ask('pause')}
        >
          {t('pause')}
        </MenuItem>
      ) : null}
      {support && refusal('resume') !== undefined ? (
        <MenuItem icon={<Play aria-hidden />} hint={refusal('resume')} disabled>
          {t('resume')}
        </MenuItem>
      ) : null}
      {support && refusal('retry') !== undefined ? (
        <MenuItem icon={<RotateCcw aria-hidden />} hint={refusal('retry')} disabled>
          {t('retry')}
        </MenuItem>
      ) : null}
      {support && refusal('skip') !== undefined ? (
        <MenuItem icon={<SkipForward aria-hidden />} hint={refusal('skip')} disabled>
          {t('skip')}
        </MenuItem>
      ) : null}
      {support ? (
        <MenuItem
          icon={<Pencil aria-hidden />}
          hint={refusal('edit') ?? t('editHint')}
          disabled={refusal('edit') !== undefined}
          onSelect={() => ask('edit')}
        >
          {t('edit')}
        </MenuItem>
      ) : null}
      {support && (offered.moves.length === 0 || refusal('move') !== undefined) ? (
        <MenuItem icon={<CornerUpRight aria-hidden />} hint={refusal('move')} disabled>
          {t('move')}
        </MenuItem>
      ) : null}
      {refusal('move') === undefined
        ? offered.moves.map((move) => (
            <MenuItem
              key={`${move.stay} ${move.transition}`}
              icon={<CornerUpRight aria-hidden />}
              hint={move.name ?? t('moveHint', { step: move.fromName })}
              onSelect={() => askMove(move)}
            >
              {t('moveTo', { step: move.toName })}
            </MenuItem>
          ))
        : null}
      {support || offered.cancel ? (
        <MenuItem
          icon={<Ban aria-hidden />}
          tone="danger"
          hint={refusal('cancel') ?? t('cancelHint')}
          disabled={refusal('cancel') !== undefined}
          onSelect={() => ask('cancel')}
        >
          {t('cancel')}
        </MenuItem>
      ) : null}
      {support ? (
        <MenuItem
          icon={<Eraser aria-hidden />}
          tone="danger"
          hint={refusal('erase') ?? t('eraseHint')}
          disabled={refusal('erase') !== undefined}
          onSelect={() => ask('erase')}
        >
          {t('erase')}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
