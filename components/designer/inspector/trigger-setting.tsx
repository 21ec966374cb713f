'use client';

import { useTranslations } from 'next-intl';
import { stepOf } from '@/components/designer/document/document';
import { useDocument } from '@/components/designer/store';
import type { Step } from '@/lib/engine/definition/step-schema';
import type { Trigger } from '@/lib/engine/definition/schema';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { SettingFrame } from './setting-frame';
import { type SettingProps, useProblem, useReadOnly, useSet, useWords } from './setting';

/** What may take a transition out of each step, besides a signal, which may interrupt any wait. */
function triggersOf(step: Step | undefined): string[] {
  if (!step) return [];
  const rungs = 'due' in step ? (step.due?.ladder ?? []).filter(({ action }) => action === 'transition') : [];
  const deadlines = [
    ...rungs.map(({ key }) => `deadline:${key}`),
    ...('maxAge' in step || step.type.startsWith('WAIT') || step.type === 'USER_TASK'
      ? ['deadline:maxAge']
      : []),
  ];
  switch (step.type) {
    case 'USER_TASK':
      return [...step.outcomes.map(({ key }) => `outcome:${key}`), ...deadlines, 'signal:', 'repair'];
    case 'AUTOMATED':
      return ['completion', 'error', 'error:', 'repair'];
    case 'DECISION':
      return ['completion', 'repair'];
    case 'COMPENSATE':
      return ['completion', 'error', 'error:'];
    case 'SUB_WORKFLOW':
      return ['completion', 'childFailed', 'error', ...deadlines, 'signal:', 'repair'];
    case 'WAIT_FOR_SIGNAL':
    case 'WAIT_FOR_TIMER':
    case 'WAIT_FOR_FILE':
      return ['completion', ...deadlines, 'signal:', 'repair'];
    default:
      return ['completion'];
  }
}

/** What takes the transition: chosen among what can happen in the step that it leads out of. */
export function TriggerSetting({ name, path, value, from }: SettingProps & { from: string }) {
  const t = useTranslations('designer.triggers');
  const set = useSet();
  const words = useWords(name, path);
  const readOnly = useReadOnly();
  const problem = useProblem(path, true);
  const step = stepOf(useDocument(), from);
  const trigger = value as Trigger | undefined;
  const [kind, detail] = partsOf(trigger);
  const free = kind === 'signal' || (kind === 'error' && detail !== null);
  const chosen = free ? `${kind}:` : detail === null ? kind : `${kind}:${detail}`;
  const possible = triggersOf(step);
  const all = possible.includes(chosen) ? possible : [...possible, chosen];

  const label = (code: string) => {
    const [what = '', which = ''] = code.split(':');
    if (what === 'outcome') {
      const outcome = step?.type === 'USER_TASK' ? step.outcomes.find(({ key }) => key === which) : undefined;
      return t('outcome', { name: outcome?.name ?? which });
    }
    if (what === 'deadline') return which === 'maxAge' ? t('maxAge') : t('deadline', { key: which });
    if (code === 'error') return t('anyError');
    if (what === 'error') return t('oneError');
    if (what === 'signal') return t('signal');
    return what === 'childFailed' || what === 'repair' ? t(what) : t('completion');
  };

  return (
    <div className="flex flex-col gap-3">
      <SettingFrame path={path} {...words} problem={free ? null : problem}>
        <Select
          value={chosen}
          readOnly={readOnly}
          options={all.map((code) => ({ value: code, label: label(code) }))}
          onValueChange={(next) => next !== null && next !== chosen && set(path, triggerOf(next))}
        />
      </SettingFrame>
      {free ? (
        <SettingFrame
          path={[...path, kind]}
          label={kind === 'signal' ? t('signalName') : t('errorCode')}
          problem={problem}
        >
          <Input
            value={detail ?? ''}
            readOnly={readOnly}
            className="font-mono text-sm"
            onChange={(event) => set(path, { [kind]: event.currentTarget.value }, true)}
          />
        </SettingFrame>
      ) : null}
    </div>
  );
}

function partsOf(trigger: Trigger | undefined): [string, string | null] {
  if (trigger === undefined) return ['completion', null];
  if (typeof trigger === 'string') return [trigger, null];
  const [entry] = Object.entries(trigger) as [string, string | true][];
  if (!entry) return ['completion', null];
  return [entry[0], entry[1] === true ? null : entry[1]];
}

function triggerOf(code: string): Trigger | undefined {
  const [kind = '', which = ''] = code.split(':');
  if (kind === 'completion') return undefined;
  if (kind === 'childFailed' || kind === 'repair') return kind;
  if (code === 'error') return { error: true };
  if (kind === 'error') return { error: 'timeout' };
  if (kind === 'signal') return { signal: 'signal' };
  return kind === 'outcome' ? { outcome: which } : { deadline: which };
}
