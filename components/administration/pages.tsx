import { CursorPagination } from '@/components/ui/cursor-pagination';
import { addressOf } from './address';

/** The way to the first and to the next page of a list by cursor. */
export function Pages({
  path,
  parameters,
  cursor,
  next,
}: {
  path: string;
  /** Those of the list's filters. */
  parameters: Readonly<Record<string, string | undefined>>;
  cursor: string | undefined;
  next: string | null;
}) {
  return (
    <CursorPagination
      previousHref={cursor === undefined ? undefined : addressOf(path, parameters)}
      nextHref={next === null ? undefined : addressOf(path, { ...parameters, cursor: next })}
    />
  );
}
