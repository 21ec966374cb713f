import { getTranslations } from 'next-intl/server';
import Link from 'next/link';
import { countText } from '@/components/tasks/count-text';
import { classNames } from '@/components/ui/class-names';
import { listInstances } from '@/lib/instances/queries';
import type { Actor } from '@/lib/people/actor';
import { holds } from '@/lib/people/permissions';
import { taskCounts } from './task-counts';

/** Counting instances that need attention stops here. */
const mostCounted = 50;

/** The numbers of the day; each opens the list behind it. */
export async function HomeTiles({ actor }: { actor: Actor }) {
  const supports = holds(actor, 'instances.repair');
  const [t, counts, attention] = await Promise.all([
    getTranslations('home.tiles'),
    taskCounts(actor),
    supports ? listInstances(actor, { status: ['needs_attention'] }, { limit: mostCounted }) : null,
  ]);
  const inNeed = attention?.ok ? attention.value.items.length : 0;
  const inNeedText = attention?.ok && attention.value.next !== null ? `${inNeed}+` : String(inNeed);
  return (
    <ul className={classNames('grid grid-cols-3 gap-3', supports && 'max-sm:grid-cols-2 sm:grid-cols-4')}>
      <Tile
        href="/inbox?view=mine"
        label={t('mine')}
        value={countText(counts.mine)}
        quiet={counts.mine === 0}
      />
      <Tile
        href="/inbox?view=groups"
        label={t('groups')}
        value={countText(counts.groups)}
        quiet={counts.groups === 0}
      />
      <Tile
        href={counts.mine > 0 ? '/inbox?view=mine' : '/inbox?view=groups'}
        label={t('overdue')}
        value={countText(counts.overdue)}
        quiet={counts.overdue === 0}
        alarming
      />
      {supports ? (
        <Tile
          href="/instances?status=needs_attention"
          label={t('attention')}
          value={inNeedText}
          quiet={inNeed === 0}
          alarming
        />
      ) : null}
    </ul>
  );
}

type TileProps = { href: string; label: string; value: string; quiet: boolean; alarming?: boolean };

function Tile({ href, label, value, quiet, alarming = false }: TileProps) {
  return (
    <li
      className={classNames(
        'relative flex flex-col-reverse justify-end rounded-lg border px-4 py-3 transition-colors',
        alarming && !quiet ? 'border-danger-line bg-danger-soft' : 'border-line bg-surface hover:bg-hover',
      )}
    >
      <Link
        href={href}
        prefetch={false}
        className={classNames(
          'text-sm outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-focus',
          alarming && !quiet ? 'text-danger-ink' : 'text-muted',
        )}
      >
        {label}
      </Link>
      <span
        className={classNames(
          'text-2xl font-semibold tabular-nums',
          quiet ? 'text-faint' : alarming ? 'text-danger-ink' : 'text-ink',
        )}
      >
        {value}
      </span>
    </li>
  );
}
