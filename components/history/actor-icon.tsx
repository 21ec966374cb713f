import {
  Building2,
  CalendarClock,
  Cog,
  Headset,
  Scale,
  Server,
  Timer,
  UserRound,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import { softTone, type Tone } from '@/components/ui/tone';
import { actorTypes, type ActorType } from '@/lib/engine/lifecycle';

/** The picture of every kind of actor; its word is `history.actors.<type>`. */
export const actorIcons: Readonly<Record<ActorType, LucideIcon>> = {
  user: UserRound,
  staff: Headset,
  system: Cog,
  worker: Server,
  timer: Timer,
  scheduler: CalendarClock,
  partner: Building2,
  parent_workflow: Workflow,
  policy: Scale,
};

/** The actor's type, if it is one that we know. */
export function actorTypeOf(type: string): ActorType {
  return actorTypes.find((known) => known === type) ?? 'system';
}

/** True for actors that are people, or speak for an outside party. */
export function isPerson(type: string): boolean {
  return type === 'user' || type === 'staff' || type === 'partner';
}

/** Who did it, as a picture on the timeline's line. */
export function ActorIcon({ type, tone }: { type: string; tone: Tone }) {
  const Icon = actorIcons[actorTypeOf(type)];
  return (
    <span
      aria-hidden
      className={classNames('grid size-7 place-items-center rounded-full border', softTone[tone])}
    >
      <Icon className="size-3.5" />
    </span>
  );
}
