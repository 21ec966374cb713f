'use client';

import { useTranslations } from 'next-intl';
import { useDocument } from '@/components/designer/store';
import { definitionSchema } from '@/lib/engine/definition/schema';
import { UndoOrderList } from '@/components/designer/failures/undo-order-list';
import { Fields, Group } from './object-setting';

const first = ['name', 'description', 'subject', 'startableBy', 'input'];
/** The key is the process's address; steps, transitions, notes and groups are drawn. */
const elsewhere = ['key', 'steps', 'transitions', 'annotations'];

/** What holds for the process as a whole: who starts it, with what, how long it may take. */
export function ProcessInspector() {
  const t = useTranslations('designer');
  const { definition } = useDocument();
  return (
    <>
      <Fields path={[]} schema={definitionSchema} value={definition} only={first} />
      <Group path={['more']} title={t('moreSettings')} open={false}>
        <Fields path={[]} schema={definitionSchema} value={definition} without={[...first, ...elsewhere]} />
        <UndoOrderList />
      </Group>
    </>
  );
}
