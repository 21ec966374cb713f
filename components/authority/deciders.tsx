'use client';

import { useFormatter, useTimeZone, useTranslations } from 'next-intl';
import { Avatar } from '@/components/ui/avatar';
import { otherYear } from '@/components/ui/other-year';
import { StatusMark } from '@/components/ui/status-mark';
import { useNow } from '@/components/ui/use-now';
import { wordsOfKey } from '@/components/instances/words';
import type { AuthorityPreview } from '@/lib/tasks/schema';

type Candidate = AuthorityPreview['people'][number];

/** People who come into question for a task, each with the right by which they may decide or the rule by which not. */
export function Deciders({ label, people }: { label: string; people: readonly Candidate[] }) {
  if (people.length === 0) return null;
  return (
    <section className="not-first:mt-5">
      <h3 className="text-sm font-semibold text-ink">{label}</h3>
      <ul className="mt-2 flex flex-col gap-3">
        {people.map((person) => (
          <li key={person.id} className="flex items-start gap-2.5">
            <Avatar name={person.name} className="mt-0.5" />
            <Standing person={person} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Standing({ person }: { person: Candidate }) {
  const t = useTranslations('authority.who');
  const format = useFormatter();
  const timeZone = useTimeZone() ?? 'UTC';
  const now = useNow();
  const { mayDecide, awayUntil } = person;
  const day = (at: Date) =>
    format.dateTime(at, { day: 'numeric', month: 'short', ...otherYear(at, now, timeZone) });
  return (
    <div className="min-w-0 text-base">
      <p className="flex flex-wrap items-center gap-x-2 text-ink">
        {person.name}
        {awayUntil ? (
          <StatusMark shape="paused" tone="caution">
            {t('away', { until: day(new Date(awayUntil)) })}
          </StatusMark>
        ) : null}
      </p>
      <p className="text-sm text-muted">
        {mayDecide.ok ? rightWords(mayDecide.right) : t(`rules.${ruleOf(mayDecide.rule)}`)}
      </p>
    </div>
  );

  function rightWords(right: Extract<Candidate['mayDecide'], { ok: true }>['right']): string {
    const limit = right.limit ? ` ${t('upTo', { amount: format.number(right.limit.most) })}` : '';
    if (right.by === 'role') return t('byRole', { role: wordsOfKey(right.role) }) + limit;
    if (right.by === 'deputy') return t('byDeputy', { name: right.onBehalfOf.name }) + limit;
    if (right.by === 'delegation') return t('byDelegation', { name: right.from.name }) + limit;
    return t(right.by === 'name' ? 'byName' : 'byAssignment') + limit;
  }
}

const known = [
  'inactive',
  'requester',
  'excluded',
  'previous_approver',
  'not_candidate',
  'already_voted',
  'claimed',
  'limit',
] as const;

/** The rule, as far as it is one that keeps others from a task. */
function ruleOf(rule: string): (typeof known)[number] | 'other' {
  return known.find((one) => one === rule) ?? 'other';
}
