'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Spinner } from '@/components/ui/spinner';
import { StatusMark } from '@/components/ui/status-mark';
import { wordsOfKey } from '@/components/instances/words';
import { previewAuthorityAction } from '@/lib/tasks/actions';
import type { AuthorityPreview } from '@/lib/tasks/schema';

type Candidate = AuthorityPreview['people'][number];

/** Who could decide the task now and by what right, and why the others who come into question may not. */
export function WhoCanAct({ taskId }: { taskId: string }) {
  const t = useTranslations('authority.who');
  const [open, setOpen] = useState(false);
  const [preview, setPreview] = useState<AuthorityPreview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function look(next: boolean) {
    setOpen(next);
    if (!next) return;
    setProblem(null);
    const result = await previewAuthorityAction(taskId).catch(() => null);
    if (result?.ok) setPreview(result.value);
    else setProblem(result ? result.refusal.message : t('unreachable'));
  }

  const can = preview?.people.filter(({ mayDecide }) => mayDecide.ok) ?? [];
  const cannot = preview?.people.filter(({ mayDecide }) => !mayDecide.ok) ?? [];
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => void look(next)}
      trigger={
        <Button variant="quiet" size="sm" className="-ml-2">
          {t('open')}
        </Button>
      }
      title={t('title')}
      description={t('text')}
    >
      {problem === null ? null : <p className="text-base text-danger-ink">{problem}</p>}
      {preview === null && problem === null ? (
        <p className="flex items-center gap-2 text-base text-muted">
          <Spinner /> {t('looking')}
        </p>
      ) : null}
      {preview && can.length === 0 ? <p className="text-base text-danger-ink">{t('nobody')}</p> : null}
      <People label={t('can')} people={can} />
      <People label={t('cannot')} people={cannot} />
    </Dialog>
  );
}

function People({ label, people }: { label: string; people: readonly Candidate[] }) {
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
  const { mayDecide, awayUntil } = person;
  return (
    <div className="min-w-0 text-base">
      <p className="flex flex-wrap items-center gap-x-2 text-ink">
        {person.name}
        {awayUntil ? (
          <StatusMark shape="paused" tone="caution">
            {t('away', { until: format.dateTime(new Date(awayUntil), { day: 'numeric', month: 'short' }) })}
          </StatusMark>
        ) : null}
      </p>
      <p className="text-sm text-muted">{mayDecide.ok ? rightWords(mayDecide.right) : t(`rules.${ruleOf(mayDecide.rule)}`)}</p>
    </div>
  );

  function rightWords(right: Extract<Candidate['mayDecide'], { ok: true }>['right']): string {
    const limit = right.limit
      ? ` ${t('upTo', { amount: format.number(right.limit.most) })}`
      : '';
    if (right.by === 'role') return t('byRole', { role: wordsOfKey(right.role) }) + limit;
    if (right.by === 'deputy') return t('byDeputy', { name: right.onBehalfOf.name }) + limit;
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
