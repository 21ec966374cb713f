'use client';

import { Archive, CalendarX, History, MoreHorizontal, Rocket } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { ReasonDialog } from '@/components/instances/reason-dialog';
import { AlertDialog } from '@/components/ui/alert-dialog';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { notify } from '@/components/ui/toast';
import { retireVersionAction, takeBackActivationAction } from '@/lib/definitions/actions';
import type { VersionRow } from '@/lib/definitions/schema';
import { ActivateDialog } from './activate-dialog';
import { RestoreDialog } from './restore-dialog';

export type VersionActionsProps = {
  definitionKey: string;
  version: VersionRow;
  /** Of the draft that restoring would replace. */
  revision: number;
  mayEdit: boolean;
  mayPublish: boolean;
};

type Asked = 'activate' | 'takeBack' | 'retire' | 'restore';

/** What can be decided about a published version. */
export function VersionActions({
  definitionKey,
  version,
  revision,
  mayEdit,
  mayPublish,
}: VersionActionsProps) {
  const t = useTranslations('versions');
  const tComparison = useTranslations('comparison');
  const format = useFormatter();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { version: number, name, active, scheduledFor, retired, liveInstances } = version;
  const dialog = (one: Asked) => ({
    definitionKey,
    name,
    version: number,
    open: asked === one,
    onOpenChange: (open: boolean) => setAsked(open ? one : null),
  });

  async function takeBack(): Promise<boolean> {
    const result = await takeBackActivationAction(definitionKey, number).catch(() => null);
    notify(
      result?.ok
        ? { tone: 'positive', title: t('takeBack.done', { version: number }) }
        : { tone: 'danger', title: t('failed'), description: result?.refusal.message ?? t('unreachable') },
    );
    return result?.ok ?? false;
  }

  if (!mayEdit && !mayPublish) return null;
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button icon={<MoreHorizontal aria-hidden />} aria-label={t('actions')}>
            {t('actions')}
          </Button>
        }
      >
        {mayEdit ? (
          <MenuItem icon={<History aria-hidden />} onSelect={() => setAsked('restore')}>
            {tComparison('restore')}
          </MenuItem>
        ) : null}
        {mayPublish && !retired ? (
          <>
            <MenuItem
              icon={<Rocket aria-hidden />}
              disabled={active && scheduledFor === null}
              onSelect={() => setAsked('activate')}
            >
              {t('activate.open')}
            </MenuItem>
            {scheduledFor ? (
              <MenuItem icon={<CalendarX aria-hidden />} onSelect={() => setAsked('takeBack')}>
                {t('takeBack.open')}
              </MenuItem>
            ) : null}
            <MenuSeparator />
            <MenuItem
              icon={<Archive aria-hidden />}
              tone="danger"
              disabled={active || scheduledFor !== null}
              hint={active ? t('retire.hintActive') : scheduledFor ? t('retire.hintScheduled') : undefined}
              onSelect={() => setAsked('retire')}
            >
              {t('retire.open')}
            </MenuItem>
          </>
        ) : null}
      </Menu>
      <RestoreDialog {...dialog('restore')} revision={revision} />
      <ActivateDialog {...dialog('activate')} />
      <AlertDialog
        open={asked === 'takeBack'}
        onOpenChange={dialog('takeBack').onOpenChange}
        title={t('takeBack.title', { version: number })}
        description={t('takeBack.text', {
          instant: scheduledFor
            ? format.dateTime(new Date(scheduledFor), { dateStyle: 'full', timeStyle: 'short' })
            : '',
        })}
        confirmLabel={t('takeBack.confirm')}
        onConfirm={takeBack}
      />
      <ReasonDialog
        open={asked === 'retire'}
        onOpenChange={dialog('retire').onOpenChange}
        title={t('retire.title', { name, version: number })}
        text={t('retire.text', { count: liveInstances })}
        confirmLabel={t('retire.confirm', { version: number })}
        tone="danger"
        done={t('retire.done', { version: number })}
        hint={t('reasonHint')}
        run={(reason) => retireVersionAction(definitionKey, number, { reason })}
      />
    </>
  );
}
