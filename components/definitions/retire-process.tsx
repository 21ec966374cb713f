'use client';

import { Archive, MoreHorizontal } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ReasonDialog } from '@/components/instances/reason-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { TextLink } from '@/components/ui/text-link';
import { retireDefinitionAction } from '@/lib/definitions/actions';
import type { DefinitionDetail } from '@/lib/definitions/schema';

/** Takes a whole process out of use, after a look at what that means. */
export function RetireProcess({
  definition: { key, name, startedBy },
  live,
}: {
  definition: Pick<DefinitionDetail, 'key' | 'name' | 'startedBy'>;
  live: number;
}) {
  const t = useTranslations('versions');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label={t('processActions')} variant="secondary" icon={<MoreHorizontal aria-hidden />} />
        }
      >
        <MenuItem icon={<Archive aria-hidden />} tone="danger" onSelect={() => setOpen(true)}>
          {t('retireProcess.open')}
        </MenuItem>
      </Menu>
      <ReasonDialog
        open={open}
        onOpenChange={setOpen}
        title={t('retireProcess.title', { name })}
        text={t('retireProcess.text', { count: live })}
        confirmLabel={t('retireProcess.confirm')}
        tone="danger"
        done={t('retireProcess.done', { name })}
        hint={t('reasonHint')}
        run={(reason) => retireDefinitionAction(key, { reason })}
      >
        {startedBy.length > 0 ? (
          <div className="text-base">
            <p>{t('retireProcess.startedBy')}</p>
            <ul className="mt-1 list-disc pl-5">
              {startedBy.map((caller) => (
                <li key={caller.key}>
                  <TextLink href={`/definitions/${caller.key}`}>{caller.name}</TextLink>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </ReasonDialog>
    </>
  );
}
