'use client';

import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { ConfirmButton } from '@/components/administration/confirm-button';
import { FormDialog } from '@/components/administration/form-dialog';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import { deleteSecretAction } from '@/lib/secrets/actions';
import type { SecretRow } from '@/lib/secrets/schema';
import { SecretForm } from './secret-form';

/** Secrets with who uses them: what they are called, never what they are. */
export function SecretsTable({ rows }: { rows: readonly SecretRow[] }) {
  const t = useTranslations('secrets');
  const format = useFormatter();
  return (
    <Card className="overflow-clip">
      <Table label={t('title')}>
        <TableHead>
          <HeaderCell>{t('name')}</HeaderCell>
          <HeaderCell>{t('usedBy')}</HeaderCell>
          <HeaderCell>{t('changed')}</HeaderCell>
          <HeaderCell className="w-56" align="end">
            {t('actions')}
          </HeaderCell>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.name}>
              <Cell primary className="py-2.5">
                <span className="flex flex-wrap items-center gap-2">
                  <code className="font-mono break-all">{row.name}</code>
                  {row.readable ? null : (
                    <Badge tone="caution">
                      <span title={t('unreadableText')}>{t('unreadable')}</span>
                    </Badge>
                  )}
                </span>
              </Cell>
              <Cell label={t('usedBy')}>
                {row.usedBy.length === 0 ? (
                  <span className="text-faint">{t('unused')}</span>
                ) : (
                  format.list(
                    row.usedBy.map(({ name, needed }) => (needed ? name : t('draftOnly', { name }))),
                  )
                )}
              </Cell>
              <Cell label={t('changed')}>
                {t.rich('by', { name: row.changedBy, when: () => <RelativeTime at={row.changedAt} /> })}
              </Cell>
              <Cell align="end">
                <span className="inline-flex flex-wrap justify-end gap-2">
                  <FormDialog
                    trigger={
                      <Button size="sm" icon={<KeyRound aria-hidden />}>
                        {t('replace')}
                      </Button>
                    }
                    title={t('replaceTitle', { name: row.name })}
                    text={t('replaceText')}
                    form={(close) => <SecretForm name={row.name} onDone={close} />}
                  />
                  <ConfirmButton
                    trigger={
                      <Button size="sm" icon={<Trash2 aria-hidden />}>
                        {t('delete')}
                      </Button>
                    }
                    title={t('deleteTitle', { name: row.name })}
                    text={t('deleteText')}
                    confirm={t('delete')}
                    done={t('deleted', { name: row.name })}
                    tone="danger"
                    run={() => deleteSecretAction(row.name)}
                  />
                </span>
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

/** Keeps a secret. */
export function NewSecret() {
  const t = useTranslations('secrets');
  return (
    <FormDialog
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />}>
          {t('new')}
        </Button>
      }
      title={t('new')}
      text={t('newText')}
      form={(close) => <SecretForm onDone={close} />}
    />
  );
}
