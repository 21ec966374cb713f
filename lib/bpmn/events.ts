import type { TimerStep } from '@/lib/engine/definition/step-schema';
import { durationSchema } from '@/lib/engine/definition/primitives';
import { type BpmnElement, kindOf, listOf, partOf, textOf } from './element';
import { toCondition } from './expression';
import { keyOf } from './names';

/** What an event is about. */
export type EventOf =
  | { readonly kind: 'none' | 'terminate' | 'compensate' | 'cancel' | 'link' }
  | {
      readonly kind: 'message' | 'signal' | 'escalation' | 'conditional';
      readonly signal: string;
      readonly name?: string;
    }
  | { readonly kind: 'error'; readonly code: string | true }
  | { readonly kind: 'timer'; readonly timer: Timer | null; readonly text: string };

export type Timer = TimerStep['timer'];

/** Reads what an event is about, from its first definition. */
export function eventOf(element: BpmnElement): EventOf {
  const [definition] = listOf(element, 'eventDefinitions');
  const referenced = (name: string) => partOf(definition, name);
  const fallback = keyOf(element.name ?? '') || keyOf(element.id ?? '') || 'event';
  const signalOf = (part: BpmnElement | undefined) => ({
    signal: keyOf(textOf(part, 'name') ?? '') || fallback,
  });
  switch (definition && kindOf(definition)) {
    case 'MessageEventDefinition':
      return { kind: 'message', ...signalOf(referenced('messageRef')) };
    case 'SignalEventDefinition':
      return { kind: 'signal', ...signalOf(referenced('signalRef')) };
    case 'EscalationEventDefinition':
      return { kind: 'escalation', ...signalOf(referenced('escalationRef')) };
    case 'ConditionalEventDefinition':
      return { kind: 'conditional', signal: fallback };
    case 'ErrorEventDefinition': {
      const error = referenced('errorRef');
      return { kind: 'error', code: textOf(error, 'errorCode') ?? textOf(error, 'name') ?? true };
    }
    case 'TimerEventDefinition':
      return timerOf(definition!);
    case 'TerminateEventDefinition':
      return { kind: 'terminate' };
    case 'CompensateEventDefinition':
      return { kind: 'compensate' };
    case 'CancelEventDefinition':
      return { kind: 'cancel' };
    case 'LinkEventDefinition':
      return { kind: 'link' };
    default:
      return { kind: 'none' };
  }
}

function timerOf(definition: BpmnElement): EventOf {
  const duration = textOf(partOf(definition, 'timeDuration'), 'body');
  const date = textOf(partOf(definition, 'timeDate'), 'body');
  const cycle = textOf(partOf(definition, 'timeCycle'), 'body');
  const text = duration ?? date ?? cycle ?? '';
  return { kind: 'timer', text, timer: readTimer(duration, date, cycle) };
}

function readTimer(
  duration: string | undefined,
  date: string | undefined,
  cycle: string | undefined,
): Timer | null {
  if (duration !== undefined) return durationSchema.safeParse(duration).success ? { duration } : null;
  if (date !== undefined) {
    if (/^\d{4}-\d{2}-\d{2}/.test(date)) return { until: JSON.stringify(date) };
    const condition = toCondition(date);
    return condition && /^context\.[\w.]+$/.test(condition.when) ? { until: condition.when } : null;
  }
  const every = /^R\d*\/(P.+)$/.exec(cycle ?? '')?.[1];
  return every !== undefined && durationSchema.safeParse(every).success ? { duration: every } : null;
}
