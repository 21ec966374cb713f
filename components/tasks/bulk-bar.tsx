'use client';

import { AlarmClock, ChevronDown, Hand, MessageSquareText, Undo2, UserRoundPlus, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useShortcut } from '@/components/shell/shortcuts';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { notify } from '@/components/ui/toast';
import type { Outcome } from '@/lib/engine/definition/step-schema';
import { actOnTasksAction } from '@/lib/inbox/actions';
import { type BulkAct, type BulkResult, mostAtOnce } from '@/lib/inbox/schema';
import type { TaskRow } from '@/lib/tasks/schema';
import { AssignDialog } from './assign-dialog';
import { BulkCommentDialog } from './bulk-comment-dialog';
import { BulkDecideDialog } from './bulk-decide-dialog';
import { BulkResults } from './bulk-results';
import { laterChoices, laterTime } from './later-times';
import { inOrder } from './outcome-order';
import type { Selection } from './use-selection';

/** What can be done with the chosen tasks at once; the answer says of each what became of it. */
export function BulkBar({ rows, selection }: { rows: readonly TaskRow[]; selection: Selection }) {
  const t = useTranslations('inbox.bulk');
  const later = useTranslations('inbox.later');
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState<Outcome | 'assign' | 'comment' | null>(null);
  const [result, setResult] = useState<BulkResult | null>(null);
  const chosen = rows.filter(({ id }) => selection.chosen.has(id)).slice(0, mostAtOnce);
  const tasks = chosen.map(({ id }) => id);
  const outcomes = inOrder(common(chosen));

  async function act(what: BulkAct) {
    if (busy) return;
    setBusy(true);
    try {
      const answer = await actOnTasksAction({ tasks, act: what });
      if (answer.ok) {
        setResult(answer.value);
        setAsking(null);
        selection.choose(answer.value.rows.filter(({ ok }) => !ok).map(({ task }) => task));
      } else notify({ tone: 'caution', title: t('failed'), description: answer.refusal.message });
    } catch {
      notify({ tone: 'danger', title: t('failed'), description: t('unreachable') });
    } finally {
      setBusy(false);
    }
  }

  const bar = (
    <div
      role="toolbar"
      aria-label={t('label')}
      className="flex flex-wrap items-center gap-x-0.5 gap-y-1.5 border-b border-line bg-accent-soft px-3 py-2.5"
    >
      <ClearKey run={selection.clear} />
      <Checkbox
        aria-label={t('all')}
        checked={chosen.length === rows.length}
        indeterminate={chosen.length < rows.length}
        onCheckedChange={(all) => (all ? selection.choose(rows.map(({ id }) => id)) : selection.clear())}
      />
      <span role="status" className="ml-1.5 text-sm font-medium text-ink tabular-nums">
        {t('chosen', { count: chosen.length })}
      </span>
      <IconButton size="sm" label={t('clear')} icon={<X aria-hidden />} onClick={selection.clear} />
      {/* Where the words are long, all of it goes to a second line together. */}
      <div className="ml-auto flex items-center gap-x-0.5">
        <Menu
          align="end"
          trigger={
            <Button size="sm" variant="primary" busy={busy} className="mr-1">
              {t('decide')}
              <ChevronDown aria-hidden />
            </Button>
          }
        >
          {outcomes.map((outcome) => (
            <MenuItem
              key={outcome.key}
              tone={outcome.kind === 'negative' ? 'danger' : 'normal'}
              onSelect={() => setAsking(outcome)}
            >
              {t('outcome', { outcome: outcome.name })}
            </MenuItem>
          ))}
          {outcomes.length === 0 ? <MenuItem disabled>{t('nothingInCommon')}</MenuItem> : null}
        </Menu>
        <IconButton
          size="sm"
          label={t('claim')}
          icon={<Hand aria-hidden />}
          disabled={busy}
          onClick={() => void act({ kind: 'claim' })}
        />
        <IconButton
          size="sm"
          label={t('release')}
          icon={<Undo2 aria-hidden />}
          disabled={busy}
          onClick={() => void act({ kind: 'release' })}
        />
        <IconButton
          size="sm"
          label={t('assign')}
          icon={<UserRoundPlus aria-hidden />}
          disabled={busy}
          onClick={() => setAsking('assign')}
        />
        <IconButton
          size="sm"
          label={t('comment')}
          icon={<MessageSquareText aria-hidden />}
          disabled={busy}
          onClick={() => setAsking('comment')}
        />
        <Menu
          align="end"
          trigger={
            <IconButton size="sm" label={t('snooze')} icon={<AlarmClock aria-hidden />} disabled={busy} />
          }
        >
          {laterChoices.map((choice) => (
            <MenuItem
              key={choice}
              onSelect={() =>
                void act({ kind: 'snooze', until: laterTime(choice, new Date()).toISOString() })
              }
            >
              {later(choice)}
            </MenuItem>
          ))}
        </Menu>
      </div>
    </div>
  );

  return (
    <>
      {chosen.length > 0 ? bar : null}
      {asking === 'assign' ? (
        <AssignDialog
          tasks={tasks}
          busy={busy}
          onAssign={(to, reason) => void act({ kind: 'assign', to, reason })}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === 'comment' ? (
        <BulkCommentDialog
          count={chosen.length}
          busy={busy}
          onSend={(text) => void act({ kind: 'comment', text })}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking !== null && typeof asking === 'object' ? (
        <BulkDecideDialog
          outcome={asking}
          count={chosen.length}
          reasonNeeded={chosen.some(({ outcomes: of }) =>
            of.some(({ key, reason }) => key === asking.key && reason === 'required'),
          )}
          busy={busy}
          onDecide={(reason) => void act({ kind: 'decide', outcome: asking.key, reason })}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {result ? (
        <BulkResults
          result={result}
          onClose={() => setResult(null)}
          onKeep={(ids) => {
            selection.choose(ids);
            setResult(null);
          }}
        />
      ) : null}
    </>
  );
}

function ClearKey({ run }: { run: () => void }) {
  const t = useTranslations('inbox.bulk');
  useShortcut(['Escape'], t('keys.clear'), run);
  return null;
}

/** The outcomes that all of the tasks have. */
function common(rows: readonly TaskRow[]): Outcome[] {
  const [first, ...others] = rows;
  return (first?.outcomes ?? []).filter(({ key }) =>
    others.every(({ outcomes }) => outcomes.some((one) => one.key === key)),
  );
}
