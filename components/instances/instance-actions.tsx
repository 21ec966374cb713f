'use client';

import { Ban, Ellipsis, Pause, Play, RotateCcw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { pauseInstanceAction, resumeInstanceAction } from '@/lib/instances/actions';
import type { InstanceDetail } from '@/lib/instances/schema';
import { CancelDialog } from './cancel-dialog';
import { ReasonDialog } from './reason-dialog';
import { ReopenDialog } from './reopen-dialog';

export type InstanceActionsProps = {
  instanceId: string;
  /** What people call the instance. */
  name: string;
  offered: InstanceDetail['offered'];
  /** What it has done outside, so that a cancellation can say what it would undo. */
  ledger: InstanceDetail['ledger'];
};

type Asked = 'pause' | 'resume' | 'cancel' | 'reopen';

/** What can be done with the instance as a whole now. What would be refused is not there; an incident has its own actions. */
export function InstanceActions({ instanceId, name, offered, ledger }: InstanceActionsProps) {
  const t = useTranslations('instance.actions');
  const [asked, setAsked] = useState<Asked | null>(null);
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
      <More offered={offered} ask={setAsked} />
      <ReasonDialog
        {...dialog('pause')}
        title={t('pauseTitle', { instance: name })}
        text={t('pauseText')}
        confirmLabel={t('pause')}
        done={t('pauseDone')}
        run={(reason) => pauseInstanceAction(instanceId, { reason })}
      />
      <ReasonDialog
        {...dialog('resume')}
        title={t('resumeTitle', { instance: name })}
        text={t('resumeText')}
        confirmLabel={t('resume')}
        done={t('resumeDone')}
        run={(reason) => resumeInstanceAction(instanceId, { reason })}
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
function More({ offered, ask }: { offered: InstanceDetail['offered']; ask: (which: Asked) => void }) {
  const t = useTranslations('instance.actions');
  if (!offered.pause && !offered.cancel) return null;
  return (
    <Menu
      align="end"
      trigger={<IconButton variant="secondary" label={t('moreLabel')} icon={<Ellipsis aria-hidden />} />}
    >
      {offered.pause ? (
        <MenuItem icon={<Pause aria-hidden />} hint={t('pauseHint')} onSelect={() => ask('pause')}>
          {t('pause')}
        </MenuItem>
      ) : null}
      {offered.cancel ? (
        <MenuItem
          icon={<Ban aria-hidden />}
          tone="danger"
          hint={t('cancelHint')}
          onSelect={() => ask('cancel')}
        >
          {t('cancel')}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
