import type { JsonObject } from '@/lib/engine/json';
import { activityOf } from '@/lib/engine/definition/find-activity';
import type { Answer } from '@/lib/engine/simulation/scenario';
import { openWork } from '@/lib/engine/simulation/open-work';
import { environmentOf, present, type Simulation } from '@/lib/engine/simulation/simulation';
import type { ActivityExecution } from '@/lib/engine/snapshot';
import { ActivityFailure } from '@/lib/runtime/activities/contract';
import { renderSettings } from '@/lib/runtime/activities/registry';
import { hideSecrets } from './hide-secrets';
import type { DryRunEntry } from './schema';

type GoesOut = Extract<DryRunEntry, { kind: 'call' | 'mail' | 'problem' }>;
type Base = Pick<DryRunEntry, 'at' | 'step' | 'stepName'>;

/** The attempt that an answer is about; null where it is about none. */
export function attemptOf(simulation: Simulation, answer: Answer): ActivityExecution | null {
  if (answer.do !== 'succeed' && answer.do !== 'fail') return null;
  const due = openWork(simulation).activities.find(({ activity }) => activity.key === answer.activity);
  return due?.execution ?? null;
}

/** What an attempt would send, made of the instance's data by the very function that makes it in production. */
export function wouldGoOut(
  simulation: Simulation,
  execution: ActivityExecution,
  base: Base,
  fails: boolean,
): GoesOut {
  const activity = activityOf(simulation.definition, execution);
  const loaded = {
    snapshot: present(simulation),
    environment: environmentOf(simulation),
    definition: simulation.definition,
  };
  const about = { ...base, activity: activity.key, undoes: execution.undoOf !== null, fails };
  let settings: JsonObject;
  try {
    settings = renderSettings(loaded, execution, hideSecrets(activity));
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    return { ...base, kind: 'problem', message: `${activity.name ?? activity.key}: ${error.error.message}` };
  }
  if (activity.type !== 'SEND_EMAIL') return { ...about, kind: 'call', type: activity.type, settings };
  const { to, cc, subject, body } = settings as {
    to: string[];
    cc?: string[];
    subject: string;
    body: string;
  };
  return { ...about, kind: 'mail', to, cc: cc ?? [], subject, text: body };
}
