import { useTranslations } from 'next-intl';
import { classNames } from './class-names';

/** Keys to press, as small caps: `['g', 'i']` one after the other, `['⌘', 'K']` together. */
export function KeyHint({
  keys,
  inverse = false,
  className,
}: {
  keys: readonly string[];
  /** For dark grounds such as a tooltip. */
  inverse?: boolean;
  className?: string;
}) {
  const t = useTranslations('ui');
  return (
    <kbd className={classNames('inline-flex items-center gap-0.5 font-sans', className)}>
      {keys.map((key) => (
        <kbd
          key={key}
          className={classNames(
            'inline-grid h-5 min-w-5 place-items-center rounded-sm px-1 font-sans text-xs font-medium',
            inverse ? 'bg-canvas/15 text-canvas' : 'border border-line-strong bg-surface text-muted',
          )}
        >
          {key === 'Ctrl' ? t('controlKey') : key}
        </kbd>
      ))}
    </kbd>
  );
}
