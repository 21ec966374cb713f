'use client';

import { Ban, KeyRound } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { StatusMark } from '@/components/ui/status-mark';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import { useNow } from '@/components/ui/use-now';
import { revokeKeyAction } from '@/lib/people/actions';
import type { Permission } from '@/lib/people/permissions';
import type { KeyRow } from '@/lib/people/schema';
import { ConfirmButton } from './confirm-button';
import { FormDialog } from './form-dialog';
import { KeyForm } from './key-form';
import { permissionKey } from './role-form';

/** Keys with what they open and when they were used last. */
export function KeysTable({ rows }: { rows: readonly KeyRow[] }) {
  const t = useTranslations('administration');
  return (
    <Card className="overflow-clip">
      <Table label={t('keys.title')}>
        <TableHead>
          <HeaderCell>{t('keys.name')}</HeaderCell>
          <HeaderCell>{t('keys.opens')}</HeaderCell>
          <HeaderCell className="w-36">{t('keys.lastUsed')}</HeaderCell>
          <HeaderCell className="w-36">{t('keys.state')}</HeaderCell>
          <HeaderCell className="w-28" align="end">
            {t('actions')}
          </HeaderCell>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id}>
              <Cell primary className="py-2.5">
                <div>
                  <span className="font-medium">{row.name}</span>
                  <span className="block text-sm text-muted">
                    {t.rich('keys.since', {
                      when: () => <RelativeTime at={row.createdAt} focusable={false} />,
                    })}
                  </span>
                </div>
              </Cell>
              <Cell>
                <span className="flex flex-wrap gap-1 py-1">
                  {row.permissions.map((permission) => (
                    <Badge key={permission}>{t(`permissions.${permissionKey(permission)}`)}</Badge>
                  ))}
                  {row.topics.map((topic) => (
                    <Badge key={topic} tone="accent">
                      {t('keys.topic', { topic })}
                    </Badge>
                  ))}
                </span>
              </Cell>
              <Cell label={t('keys.lastUsed')}>
                {row.lastUsedAt ? <RelativeTime at={row.lastUsedAt} focusable={false} /> : t('keys.never')}
              </Cell>
              <Cell>
                <KeyState row={row} />
              </Cell>
              <Cell align="end">
                {row.revokedAt ? null : (
                  <ConfirmButton
                    trigger={
                      <Button size="sm" icon={<Ban aria-hidden />}>
                        {t('keys.revoke')}
                      </Button>
                    }
                    title={t('keys.revokeTitle', { name: row.name })}
                    text={t('keys.revokeText')}
                    confirm={t('keys.revoke')}
                    done={t('keys.revoked', { name: row.name })}
                    tone="danger"
                    run={() => revokeKeyAction(row.id)}
                  />
                )}
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function KeyState({ row }: { row: KeyRow }) {
  const t = useTranslations('administration.keys');
  const now = useNow();
  if (row.revokedAt) {
    return (
      <StatusMark shape="cancelled" tone="neutral">
        {t('states.revoked')}
      </StatusMark>
    );
  }
  if (row.expiresAt && Date.parse(row.expiresAt) <= now) {
    return (
      <StatusMark shape="failed" tone="caution">
        {t('states.expired')}
      </StatusMark>
    );
  }
  return (
    <span>
      <StatusMark shape="done" tone="positive">
        {t('states.valid')}
      </StatusMark>
      {row.expiresAt ? (
        <span className="block text-sm text-muted">
          {t.rich('until', { when: () => <RelativeTime at={row.expiresAt!} focusable={false} /> })}
        </span>
      ) : null}
    </span>
  );
}

/** Makes a key. */
export function NewKey({ grantable }: { grantable: readonly Permission[] }) {
  const t = useTranslations('administration.keys');
  return (
    <FormDialog
      trigger={
        <Button variant="primary" icon={<KeyRound aria-hidden />}>
          {t('new')}
        </Button>
      }
      title={t('new')}
      text={t('newText')}
      form={(close) => <KeyForm grantable={grantable} onDone={close} />}
    />
  );
}
