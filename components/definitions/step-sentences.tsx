import { useTranslations } from 'next-intl';
import type { Step } from '@/lib/engine/definition/step-schema';
import { ActivityList } from './activity-list';
import { useDurationWords } from './duration-words';
import { TaskSentences } from './task-sentences';

/** What happens in a step, in sentences. */
export function StepSentences({ step }: { step: Step }) {
  const t = useTranslations('definitions.steps');
  const duration = useDurationWords();
  switch (step.type) {
    case 'START':
      return <p>{t('start')}</p>;
    case 'END':
      return <p>{t('end', { outcome: step.outcome })}</p>;
    case 'USER_TASK':
      return <TaskSentences step={step} />;
    case 'AUTOMATED':
      return (
        <>
          <ActivityList activities={step.activities} />
          <p className="mt-1.5 text-sm">{t(`onFailure.${step.onFailure ?? 'needs_attention'}`)}</p>
        </>
      );
    case 'DECISION':
      return <p>{t('decision')}</p>;
    case 'PARALLEL_FORK':
      return <p>{t(step.mode === 'matching' ? 'forkMatching' : 'forkAll')}</p>;
    case 'PARALLEL_JOIN':
      return (
        <p>
          {typeof step.mode === 'object'
            ? t('joinN', step.mode)
            : t(step.mode === 'any' ? 'joinAny' : 'joinAll')}
        </p>
      );
    case 'WAIT_FOR_SIGNAL':
      return <p>{t('signal', { signal: step.signal })}</p>;
    case 'WAIT_FOR_TIMER': {
      const { timer } = step;
      if ('duration' in timer) return <p>{t('timer', { duration: duration(timer.duration) })}</p>;
      if ('until' in timer) return <p>{t('until', { expression: timer.until })}</p>;
      return <p>{t('cron', timer)}</p>;
    }
    case 'WAIT_FOR_FILE':
      return <p>{t('file')}</p>;
    case 'SUB_WORKFLOW':
      return <p>{t(step.forEach ? 'subForEach' : 'sub', { definition: step.definition })}</p>;
    case 'COMPENSATE':
      return <p>{t('compensate')}</p>;
  }
}
