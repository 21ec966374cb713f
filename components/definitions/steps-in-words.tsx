import { useTranslations } from 'next-intl';
import { stepIcons } from '@/components/diagram/step-types';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Step } from '@/lib/engine/definition/step-schema';
import { StepSentences } from './step-sentences';
import { WaysOutList } from './ways-out-list';

/** The process as text: every step with what happens in it, who decides, by when, and where it leads. */
export function StepsInWords({ definition }: { definition: Definition }) {
  return (
    <ol className="overflow-clip rounded-lg border border-line bg-surface">
      {definition.steps.map((step) => (
        <li key={step.key} id={`step-${step.key}`} className="border-b border-line px-4 py-4 last:border-b-0">
          <StepInWords step={step} definition={definition} />
        </li>
      ))}
    </ol>
  );
}

function StepInWords({ step, definition }: { step: Step; definition: Definition }) {
  const types = useTranslations('diagram.types');
  const Icon = stepIcons[step.type];
  return (
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <div className="flex min-w-0 items-start gap-2.5">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
        <div className="min-w-0">
          <h3 className="text-base font-semibold wrap-anywhere">{step.name ?? step.key}</h3>
          <p className="text-xs text-muted">
            {types(step.type)} · <code className="font-mono wrap-anywhere">{step.key}</code>
          </p>
        </div>
      </div>
      <div className="min-w-0 text-base text-muted max-sm:pl-6.5">
        {step.description ? <p className="mb-1 text-ink">{step.description}</p> : null}
        <StepSentences step={step} />
        <WaysOutList step={step} definition={definition} />
      </div>
    </div>
  );
}
