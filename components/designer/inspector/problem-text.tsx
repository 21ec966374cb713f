import { classNames } from '@/components/ui/class-names';
import type { Finding } from '@/lib/engine/definition/finding';
import { wordsOfFinding } from './setting';

/** What is wrong with a setting that has no field of its own: a group, a list, a condition. */
export function ProblemText({ problem, className }: { problem: Finding | null; className?: string }) {
  if (!problem) return null;
  return (
    <p
      className={classNames(
        'text-sm',
        problem.severity === 'error' ? 'text-danger-ink' : 'text-caution-ink',
        className,
      )}
    >
      {wordsOfFinding(problem)}
    </p>
  );
}
