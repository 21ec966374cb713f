import { Eye, EyeOff } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type RefObject, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { notify } from '@/components/ui/toast';
import { hideViewAction } from '@/lib/saved-views/actions';

type Hideable = { readonly id: string; readonly name: string; readonly owner: { readonly name: string } };

/** Takes a view that somebody else shares out of the reader's list; the note about it takes that back. */
export function HideItem({ view }: { view: Hideable }) {
  const t = useTranslations('savedViews');
  const setHidden = useSetHidden();
  return (
    <MenuItem icon={<EyeOff aria-hidden />} onSelect={() => void setHidden(view, true)}>
      {t('hide')}
    </MenuItem>
  );
}

/** The same where there is no menu to put it into. */
export function HideButton({ view }: { view: Hideable }) {
  const t = useTranslations('savedViews');
  const setHidden = useSetHidden();
  return (
    <Button
      size="sm"
      variant="quiet"
      icon={<EyeOff aria-hidden />}
      onClick={() => void setHidden(view, true)}
    >
      {t('hide')}
    </Button>
  );
}

/** The views that the reader has taken out of their list, each to be taken back. */
export function HiddenViews({ views, className }: { views: readonly Hideable[]; className?: string }) {
  const t = useTranslations('savedViews');
  const setHidden = useSetHidden();
  if (views.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button
          size="sm"
          variant="quiet"
          icon={<EyeOff aria-hidden />}
          className={className}
          data-hidden-views=""
        >
          {t('hiddenCount', { count: views.length })}
        </Button>
      }
    >
      {views.map((view) => (
        <MenuItem
          key={view.id}
          icon={<Eye aria-hidden />}
          hint={t('sharedBy', { name: view.owner.name })}
          onSelect={() => void setHidden(view, false)}
        >
          {t('show', { name: view.name })}
        </MenuItem>
      ))}
    </Menu>
  );
}

/**
 * The focus that goes with a view or with the menu of hidden ones falls to the page; it belongs to what takes their place: that menu,
 * else the first of the list.
 * @returns for the element that holds the list and the menu
 */
export function useFocusAfterHiding<E extends HTMLElement>(
  views: readonly { readonly id: string; readonly hidden: boolean }[],
): RefObject<E | null> {
  const holder = useRef<E>(null);
  const hidden = views.flatMap((view) => (view.hidden ? [view.id] : [])).join(' ');
  const before = useRef(hidden);
  useEffect(() => {
    if (before.current === hidden) return;
    before.current = hidden;
    if (document.activeElement !== document.body) return;
    const instead = holder.current?.querySelector<HTMLElement>('[data-hidden-views]');
    (instead ?? holder.current?.querySelector('a'))?.focus();
  }, [hidden]);
  return holder;
}

function useSetHidden() {
  const t = useTranslations('savedViews');
  return async function setHidden(view: Hideable, hidden: boolean): Promise<void> {
    const result = await hideViewAction(view.id, hidden).catch(() => null);
    if (!result?.ok)
      return notify({
        tone: 'danger',
        title: t('failed'),
        description: result ? result.refusal.message : t('unreachable'),
      });
    if (!hidden) return;
    notify({
      tone: 'positive',
      title: t('hidden', { name: view.name }),
      action: { label: t('undo'), onClick: () => void setHidden(view, false) },
    });
  };
}
