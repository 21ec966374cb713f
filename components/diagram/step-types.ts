import {
  CircleStop,
  Cog,
  Diamond,
  GitFork,
  GitMerge,
  Hourglass,
  Play,
  RadioTower,
  Undo2,
  Upload,
  UserRound,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import type { StepType } from '@/lib/engine/definition/step-schema';

/** The picture of every step type; its word is `diagram.types.<type>`. */
export const stepIcons: Readonly<Record<StepType, LucideIcon>> = {
  START: Play,
  END: CircleStop,
  USER_TASK: UserRound,
  AUTOMATED: Cog,
  DECISION: Diamond,
  PARALLEL_FORK: GitFork,
  PARALLEL_JOIN: GitMerge,
  WAIT_FOR_SIGNAL: RadioTower,
  WAIT_FOR_TIMER: Hourglass,
  WAIT_FOR_FILE: Upload,
  SUB_WORKFLOW: Workflow,
  COMPENSATE: Undo2,
};
