import { classNames } from '@/components/ui/class-names';
import type { SavedView } from '@/lib/inbox/schema';

const colours: Readonly<Record<SavedView['colour'], string>> = {
  grey: 'bg-faint',
  blue: 'bg-accent',
  green: 'bg-positive',
  amber: 'bg-caution',
  red: 'bg-danger',
  violet: 'bg-[oklch(0.56_0.17_300)]',
};

/** The dot by which one knows a saved view; its name says the same. */
export function ViewDot({ colour, className }: { colour: SavedView['colour']; className?: string }) {
  return (
    <span aria-hidden className={classNames('size-2.5 shrink-0 rounded-full', colours[colour], className)} />
  );
}
