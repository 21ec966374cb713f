import dynamic from 'next/dynamic';
import { DiagramSkeleton } from '@/components/diagram/diagram-skeleton';
import { loadCode } from '@/components/ui/load-code';
import { Skeleton } from '@/components/ui/skeleton';

/** What of the designer is not the drawing itself: its code comes when the drawing stands, so that this opens soon. */

const inspector = () => import('./inspector/inspector');
const list = () => import('./list-view');
const code = () => import('./code/code-view');
const simulator = () => import('./simulator/simulator');
const problems = () => import('./problems-panel');
const publish = () => import('./publish');
const paste = () => import('./document/paste');
const conditions = () => import('./conditions/condition-builder');
const diagram = () => import('@/components/diagram/diagram-canvas');

export const Inspector = dynamic(async () => (await loadCode(inspector)).Inspector, {
  ssr: false,
  loading: () => <SettingsSkeleton />,
});
export const ListView = dynamic(async () => (await loadCode(list)).ListView, {
  ssr: false,
  loading: () => <DiagramSkeleton />,
});
export const CodeView = dynamic(async () => (await loadCode(code)).CodeView, {
  ssr: false,
  loading: () => <DiagramSkeleton />,
});
export const Simulator = dynamic(async () => (await loadCode(simulator)).Simulator, {
  ssr: false,
  loading: () => <DiagramSkeleton />,
});
export const ProblemsPanel = dynamic(async () => (await loadCode(problems)).ProblemsPanel, { ssr: false });
export const Publish = dynamic(async () => (await loadCode(publish)).Publish, {
  ssr: false,
  loading: () => <Skeleton className="h-8 w-36" />,
});

/** Loads what is not looked at yet, so that it is there when it is asked for, also when the server is away by then. */
export async function loadRest(): Promise<void> {
  for (const load of [inspector, conditions, problems, publish, paste, list, code, simulator, diagram]) {
    // Asked for again when it is opened.
    await load().catch(() => undefined);
  }
}

/** Holds the place of the settings. */
function SettingsSkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-4 p-4">
      <Skeleton className="w-2/5" />
      <Skeleton className="h-8 w-full" />
      <Skeleton className="h-8 w-full" />
      <Skeleton className="h-20 w-full" />
    </div>
  );
}
