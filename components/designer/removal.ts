import type { useTranslations } from 'next-intl';
import { notify } from '@/components/ui/toast';
import type { Selection } from './document/document';
import { removeSelected } from './edits';
import { type DesignerStore, undoLast } from './store';

/** Removes what is selected and offers to undo it; says so where something has to stay. */
export function removeWithNotice(
  store: DesignerStore,
  t: ReturnType<typeof useTranslations<'designer'>>,
  what?: Selection,
): void {
  const before = store.getState().history.present;
  const { steps, transitions, annotations } = what ?? store.getState().selection;
  const stays = removeSelected(store, what);
  if (stays !== null)
    notify({ tone: 'caution', title: t('startStays', { name: stays }), description: t('startStaysText') });
  const after = store.getState().history.present;
  if (after === before) return;
  notify({
    title: t('deleted', { count: steps.length + transitions.length + annotations.length }),
    action: {
      label: t('undo'),
      // Only while it is the last thing that was done: a later one must not be undone in its place.
      onClick: () => {
        if (store.getState().history.present === after) undoLast(store);
      },
    },
  });
}
