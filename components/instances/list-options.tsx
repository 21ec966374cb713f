'use client';

import { Columns3, Download } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Menu, MenuCheckboxItem, MenuItem, MenuLabel } from '@/components/ui/menu';
import { OptionalSelect } from '@/components/ui/optional-select';
import { Select } from '@/components/ui/select';
import { deadlineFilters, instanceSorts } from '@/lib/support/schema';
import { waitReasons } from '@/lib/engine/lifecycle';
import { queryOf, searchOf, type ListFilters } from './list-address';
import { listColumns, readColumns, writeColumns } from './list-columns';

/** Ages that the list offers; any other can stand in the address. */
const ages = ['PT1H', 'PT4H', 'P1D', 'P3D', 'P7D', 'P30D'] as const;

export type ListOptionsProps = {
  filters: ListFilters;
  /** Goes to the list with these changes. */
  go: (change: Partial<ListFilters>) => void;
};

/** By when, since when, on what it waits; the order and the columns; and the list as a file. */
export function ListOptions({ filters, go }: ListOptionsProps) {
  const t = useTranslations('instances.options');
  const reasons = useTranslations('instances.waitReasons');
  const age = ages.find((one) => one === filters.minAge);
  return (
    // On a phone one line to be pushed aside, as the tabs above it are, so that the list itself is in sight.
    <div className="flex items-center gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:*:shrink-0 sm:flex-wrap">
      <OptionalSelect
        size="sm"
        aria-label={t('deadline')}
        value={filters.deadline}
        all={t('deadlines.any')}
        options={deadlineFilters.map((value) => ({ value, label: t(`deadlines.${value}`) }))}
        onChange={(deadline) => go({ deadline })}
      />
      <OptionalSelect
        size="sm"
        aria-label={t('age')}
        value={filters.minAge === undefined ? undefined : (age ?? 'other')}
        all={t('ages.any')}
        options={[
          ...ages.map((value) => ({ value, label: t(`ages.${value}`) })),
          ...(filters.minAge !== undefined && age === undefined
            ? [{ value: 'other', label: t('ages.other', { age: filters.minAge }) }]
            : []),
        ]}
        onChange={(minAge) => go({ minAge, maxAge: undefined })}
      />
      <OptionalSelect
        size="sm"
        aria-label={t('waitingFor')}
        value={filters.waitingFor}
        all={t('waitingForAny')}
        options={waitReasons.map((value) => ({
          value,
          label: t('waitingForOne', { reason: reasons(value) }),
        }))}
        onChange={(waitingFor) => go({ waitingFor })}
      />
      <div className="flex gap-2 sm:ml-auto sm:flex-wrap">
        <Select
          size="sm"
          aria-label={t('sort')}
          value={filters.sort ?? 'newest'}
          options={instanceSorts.map((value) => ({ value, label: t(`sorts.${value}`) }))}
          onValueChange={(sort) => go({ sort: sort === null || sort === 'newest' ? undefined : sort })}
        />
        <ColumnMenu filters={filters} go={go} />
        <ExportMenu filters={filters} />
      </div>
    </div>
  );
}

function ColumnMenu({ filters, go }: ListOptionsProps) {
  const t = useTranslations('instances');
  const shown = readColumns(filters.columns);
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" icon={<Columns3 aria-hidden />}>
          {t('options.columns')}
        </Button>
      }
    >
      <MenuLabel>{t('options.columnsText')}</MenuLabel>
      {listColumns.map((column) => (
        <MenuCheckboxItem
          key={column}
          checked={shown.includes(column)}
          onCheckedChange={(checked) =>
            go({
              columns: writeColumns(checked ? [...shown, column] : shown.filter((one) => one !== column)),
            })
          }
        >
          {t(`columns.${column}`)}
        </MenuCheckboxItem>
      ))}
    </Menu>
  );
}

function ExportMenu({ filters }: { filters: ListFilters }) {
  const t = useTranslations('instances.options');
  const download = (format: 'csv' | 'json') => {
    const search = searchOf({ ...(queryOf(filters) as ListFilters) });
    search.set('format', format);
    window.location.assign(`/api/workflows/instances/export?${search}`);
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" icon={<Download aria-hidden />}>
          {t('export')}
        </Button>
      }
    >
      <MenuItem hint={t('exportCsvHint')} onSelect={() => download('csv')}>
        {t('exportCsv')}
      </MenuItem>
      <MenuItem hint={t('exportJsonHint')} onSelect={() => download('json')}>
        {t('exportJson')}
      </MenuItem>
    </Menu>
  );
}
