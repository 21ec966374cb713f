'use client';

import { useTranslations } from 'next-intl';
import { usePathname, useSearchParams } from 'next/navigation';
import { TabLinks } from '@/components/ui/tab-links';
import { type TaskTab, taskTabs } from './task-tab';

/** The parts of a task; each has an address, beside the list as it is. */
export function TaskTabs({ present }: { present: TaskTab }) {
  const t = useTranslations('task.tabs');
  const path = usePathname();
  const search = useSearchParams();
  const hrefOf = (tab: TaskTab) => {
    const next = new URLSearchParams(search);
    if (tab === 'decide') next.delete('tab');
    else next.set('tab', tab);
    return `${path}?${next}`;
  };
  return (
    <div className="mt-3">
      <TabLinks
        label={t('label')}
        items={taskTabs.map((tab) => ({ href: hrefOf(tab), label: t(tab), current: tab === present }))}
      />
    </div>
  );
}
