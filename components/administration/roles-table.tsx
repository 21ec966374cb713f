'use client';

import { Pencil, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import type { RoleRow } from '@/lib/people/schema';
import { FormDialog } from './form-dialog';
import { RoleForm, permissionKey } from './role-form';

/** Roles with what they allow and how many hold them. */
export function RolesTable({ rows }: { rows: readonly RoleRow[] }) {
  const t = useTranslations('administration');
  return (
    <Card className="overflow-clip">
      <Table label={t('roles.title')}>
        <TableHead>
          <HeaderCell>{t('roles.name')}</HeaderCell>
          <HeaderCell>{t('roles.permissions')}</HeaderCell>
          <HeaderCell className="w-24" align="end">
            {t('roles.people')}
          </HeaderCell>
          <HeaderCell className="w-24" align="end">
            {t('actions')}
          </HeaderCell>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.key}>
              <Cell primary className="py-2.5">
                <div>
                  <span className="font-medium">{row.name}</span>
                  <code className="block font-mono text-xs text-faint">{row.key}</code>
                </div>
              </Cell>
              <Cell>
                <span className="flex flex-wrap gap-1 py-1">
                  {row.permissions.length > 0
                    ? row.permissions.map((permission) => (
                        <Badge key={permission}>{t(`permissions.${permissionKey(permission)}`)}</Badge>
                      ))
                    : t('roles.noPermissions')}
                </span>
              </Cell>
              <Cell align="end" label={t('roles.people')}>
                {row.people}
              </Cell>
              <Cell align="end">
                <FormDialog
                  trigger={
                    <Button
                      size="sm"
                      icon={<Pencil aria-hidden />}
                      aria-label={t('roles.editOf', { name: row.name })}
                    >
                      {t('edit')}
                    </Button>
                  }
                  title={row.name}
                  form={(close) => <RoleForm role={row} onDone={close} />}
                />
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

/** Makes a role. */
export function NewRole() {
  const t = useTranslations('administration.roles');
  return (
    <FormDialog
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />}>
          {t('new')}
        </Button>
      }
      title={t('new')}
      text={t('newText')}
      form={(close) => <RoleForm onDone={close} />}
    />
  );
}
