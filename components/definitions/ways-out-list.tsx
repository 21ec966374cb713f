import { ArrowRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { Definition, Trigger } from '@/lib/engine/definition/schema';
import type { Step } from '@/lib/engine/definition/step-schema';
import { waysOutOf, type WayOut } from './ways-out';

/** Where a step leads: by which outcome or event, under which condition, in the order in which the ways are tried. */
export function WaysOutList({ step, definition }: { step: Step; definition: Definition }) {
  const groups = waysOutOf(definition, step.key);
  if (groups.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-col gap-1.5">
      {groups.map(({ trigger, ways }) => (
        <li key={JSON.stringify(trigger)}>
          <TriggerWords trigger={trigger} step={step} />
          <ul className="flex flex-col gap-0.5">
            {ways.map((way) => (
              <li key={way.key}>
                <Way way={way} alone={ways.length === 1} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function Way({ way, alone }: { way: WayOut; alone: boolean }) {
  const t = useTranslations('definitions.ways');
  const tUi = useTranslations('ui');
  return (
    <p className="flex flex-wrap items-center gap-x-1.5">
      <ArrowRight aria-hidden className="size-3.5 shrink-0 text-faint" />
      <span className="sr-only">{t('to')}</span>
      <span className="font-medium text-ink">{way.to}</span>
      {way.when === null ? null : (
        <>
          <span>{t('if')}</span>
          <code className="rounded-sm border border-line bg-sunken px-1 font-mono text-xs wrap-anywhere text-ink">
            {way.when}
          </code>
        </>
      )}
      {way.isDefault && !alone ? <span>{t('otherwise')}</span> : null}
      {way.name ? <span className="text-sm text-faint">{tUi('quoted', { text: way.name })}</span> : null}
    </p>
  );
}

function TriggerWords({ trigger, step }: { trigger: Trigger; step: Step }) {
  const t = useTranslations('definitions.ways');
  if (trigger === 'completion') return null;
  const words = () => {
    if (trigger === 'childFailed' || trigger === 'repair') return t(trigger);
    if ('signal' in trigger) return t('signal', { signal: trigger.signal });
    if ('deadline' in trigger) return t('deadline', { rung: trigger.deadline });
    if ('error' in trigger)
      return trigger.error === true ? t('error') : t('errorCode', { code: trigger.error });
    const outcomes = step.type === 'USER_TASK' ? step.outcomes : [];
    const outcome = outcomes.find(({ key }) => key === trigger.outcome);
    const reason = outcome?.reason === 'required' ? 'outcomeWithReason' : 'outcome';
    return t(reason, { outcome: outcome?.name ?? trigger.outcome });
  };
  return <p className="text-sm text-muted">{words()}</p>;
}
