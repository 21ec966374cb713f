'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useDocument } from '@/components/designer/store';
import { wordsOfKey } from '@/components/instances/words';
import { type Undoable, undoOrder } from '@/lib/engine/definition/undo-order';

/** In which order what is drawn is undone, and what stays. @param at key of the COMPENSATE step that undoes; else all */
export function UndoOrderList({ at }: { at?: string }) {
  const t = useTranslations('undoing');
  const { definition } = useDocument();
  const { undone, stays } = useMemo(() => undoOrder(definition, at), [definition, at]);
  const names = new Map(definition.steps.map(({ key, name }) => [key, name ?? wordsOfKey(key)]));
  const called = ({ key, name }: { key: string; name?: string | undefined }) => name ?? wordsOfKey(key);
  const where = ({ activity, step, onTheWayOut }: Undoable) => {
    const values = { activity: called(activity), step: names.get(step) ?? step };
    return onTheWayOut ? t('leaving', values) : t('within', values);
  };
  return (
    <section
      aria-label={t('title')}
      className="flex min-w-0 flex-col gap-2 rounded-md border border-line bg-sunken p-2.5 text-sm"
    >
      <h3 className="font-medium">{t('title')}</h3>
      {undone.length === 0 ? (
        <p className="text-muted">{t('nothing')}</p>
      ) : (
        <ol className="flex list-decimal flex-col gap-1 pl-5 marker:text-faint">
          {undone.map((one) => (
            <li key={`${one.step} ${one.activity.key}`}>
              {one.compensation ? called(one.compensation) : null}
              <span className="block text-xs text-muted">{t('undoes', { what: where(one) })}</span>
            </li>
          ))}
        </ol>
      )}
      {undone.length > 1 ? <p className="text-xs text-muted">{t('text')}</p> : null}
      {stays.length > 0 ? (
        <>
          <h4 className="font-medium">{t('stays')}</h4>
          <ul className="flex flex-col gap-1">
            {stays.map((one) => (
              <li key={`${one.step} ${one.activity.key}`}>
                {where(one)}
                <span className="block text-xs text-muted">
                  {one.activity.irreversible ? t('irreversible') : t('unnamed')}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
