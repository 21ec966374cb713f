'use client';

import { BellOff, NotebookPen, RotateCcw, UserCheck, UserMinus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { StartDialog } from '@/components/bulk-jobs/start-dialog';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Menu, MenuItem } from '@/components/ui/menu';
import { Textarea } from '@/components/ui/textarea';
import { notify } from '@/components/ui/toast';
import { useNow } from '@/components/ui/use-now';
import { putIncidentGroupAction } from '@/lib/support/actions';
import type { IncidentGroup, PutIncidentGroup } from '@/lib/support/schema';
import { useRefusedWords } from './refused-words';

/** Hours for which a cause can be hidden. */
const snoozes = [4, 24, 168] as const;

/** Who looks after a cause of incidents, what is known of it, and when it is to be shown again. */
export function GroupActions({ group }: { group: IncidentGroup }) {
  const t = useTranslations('operations.incidents');
  const words = useRefusedWords();
  const now = useNow();
  const [noting, setNoting] = useState(false);
  const [retrying, setRetrying] = useState(false);
  const [note, setNote] = useState(group.note ?? '');

  async function put(change: PutIncidentGroup) {
    const result = await putIncidentGroupAction(group.id, change).catch(() => null);
    if (result?.ok) notify({ tone: 'positive', title: t('saved') });
    else {
      const refused = result?.refusal;
      const description = refused && (words(refused.code, refused.data.permission) ?? refused.message);
      notify({ tone: 'danger', title: t('failed'), description });
    }
    return result?.ok === true;
  }

  return (
    <>
      <Button size="sm" variant="primary" icon={<RotateCcw aria-hidden />} onClick={() => setRetrying(true)}>
        {t('retryAll')}
      </Button>
      <StartDialog
        open={retrying}
        onOpenChange={setRetrying}
        selection={{ filter: { cause: group.id } }}
        action="retry"
      />
      {group.owner === null ? (
        <Button size="sm" icon={<UserCheck aria-hidden />} onClick={() => void put({ owner: 'me' })}>
          {t('take')}
        </Button>
      ) : (
        <Button size="sm" icon={<UserMinus aria-hidden />} onClick={() => void put({ owner: 'nobody' })}>
          {t('giveUp')}
        </Button>
      )}
      <Button size="sm" icon={<NotebookPen aria-hidden />} onClick={() => setNoting(true)}>
        {t('note')}
      </Button>
      {group.snoozedUntil === null ? (
        <Menu
          trigger={
            <Button size="sm" icon={<BellOff aria-hidden />}>
              {t('snooze')}
            </Button>
          }
        >
          {snoozes.map((hours) => (
            <MenuItem
              key={hours}
              onSelect={() => void put({ snoozedUntil: new Date(now + hours * 3_600_000).toISOString() })}
            >
              {t(`snoozes.${hours}`)}
            </MenuItem>
          ))}
        </Menu>
      ) : (
        <Button size="sm" icon={<BellOff aria-hidden />} onClick={() => void put({ snoozedUntil: null })}>
          {t('wake')}
        </Button>
      )}
      <Dialog
        open={noting}
        onOpenChange={setNoting}
        title={t('noteTitle')}
        description={group.message}
        footer={
          <Button
            variant="primary"
            onClick={() => void put({ note: note.trim() || null }).then((done) => setNoting(!done))}
          >
            {t('noteSave')}
          </Button>
        }
      >
        <Field label={t('note')} hint={t('noteHint')}>
          <Textarea
            value={note}
            rows={4}
            maxLength={2000}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Field>
      </Dialog>
    </>
  );
}
