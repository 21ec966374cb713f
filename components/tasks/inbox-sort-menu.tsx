'use client';

import { ArrowDownUp, Check } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuLabel, MenuRadioGroup, MenuSeparator } from '@/components/ui/menu';
import { type FactLabel, groupings, type InboxQuery, listLimits, plainSorts } from '@/lib/inbox/schema';
import { tidy } from './inbox-address';
import { useJson } from './use-json';

/** By what the list is sorted: each choice is added behind those before it. And by what it is grouped. */
export function InboxSortMenu({
  query,
  onChange,
}: {
  query: InboxQuery;
  onChange: (query: InboxQuery) => void;
}) {
  const t = useTranslations('inbox.sort');
  const [wanted, setWanted] = useState(false);
  const labels = useJson<readonly FactLabel[]>(
    wanted ? `/api/workflows/tasks/facts?view=${query.view}` : null,
  );
  const present = new Set(query.sort.map((one) => one.replace(/^-/, '')));

  function add(key: string) {
    if (present.has(key)) {
      return onChange(tidy({ ...query, sort: query.sort.filter((one) => one.replace(/^-/, '') !== key) }));
    }
    const sort = [...query.sort.filter((one) => !isAge(one) || !isAge(key)), key];
    onChange(tidy({ ...query, sort: sort.slice(-listLimits.sorts) }));
  }

  const item = (key: string, label: string) => (
    <MenuItem
      key={key}
      icon={present.has(key) ? <Check aria-hidden /> : <span className="size-4" />}
      onSelect={() => add(key)}
    >
      {label}
    </MenuItem>
  );
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label={t('label')}
          icon={<ArrowDownUp aria-hidden />}
          variant="secondary"
          className="shrink-0"
          onPointerEnter={() => setWanted(true)}
          onFocus={() => setWanted(true)}
        />
      }
    >
      <MenuLabel>{t('by')}</MenuLabel>
      {plainSorts.map((key) => item(key, t(key)))}
      {(labels ?? []).map(({ label }) => item(`fact:${label}`, label))}
      <MenuSeparator />
      <MenuRadioGroup
        label={t('group')}
        value={query.group ?? 'none'}
        onValueChange={(value) =>
          onChange(tidy({ ...query, group: groupings.find((grouping) => grouping === value) }))
        }
        options={['none' as const, ...groupings].map((value) => ({ value, label: t(`groups.${value}`) }))}
      />
    </Menu>
  );
}

function isAge(key: string): boolean {
  return /^-?(?:newest|oldest)$/.test(key);
}
