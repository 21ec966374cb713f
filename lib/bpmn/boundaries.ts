import { type BpmnElement, kindOf, partOf } from './element';
import { eventOf } from './events';
import type { Collected } from './collect';
import type { Flow } from './graph';
import type { Notes } from './notes';
import { ageOf } from './structure';

const working = /^(ServiceTask|SendTask|ScriptTask|BusinessRuleTask)$/;
const waiting = /^(UserTask|ManualTask|Task|ReceiveTask|IntermediateCatchEvent|CallActivity)$/;

/**
 * What stands at the edge of a step or of an inner process: an error, a deadline or a signal that leads out of it. At an inner
 * process it is at each of the steps in it that may fail, or wait.
 */
export function leadOut({ graph, boundaries, inners, undoing }: Collected, notes: Notes): void {
  for (const boundary of boundaries) {
    const host = partOf(boundary, 'attachedToRef');
    const out = graph.outOf(boundary.id ?? '');
    graph.flows = graph.flows.filter((flow) => !out.includes(flow));
    if (!host?.id) {
      notes.broken(boundary, 'It is attached to nothing.', 'Attach it to a step.');
      continue;
    }
    const hosts = (inners.get(host.id) ?? [host.id]).filter((id) => graph.nodes.has(id));
    const event = eventOf(boundary);
    const stays = boundary['cancelActivity'] === false;
    if (stays) {
      notes.lost(
        boundary,
        `it happens (${event.kind}) while its step goes on.`,
        event.kind === 'timer'
          ? 'Remind or escalate by the rungs of a deadline.'
          : 'Begin a branch beside the step with a fork.',
      );
      continue;
    }
    switch (event.kind) {
      case 'error':
        add(
          hosts.filter((id) => isKind(id, working)),
          { error: event.code },
        );
        break;
      case 'timer': {
        const able = hosts.filter((id) => isKind(id, waiting));
        const maxAge = ageOf(boundary, notes);
        for (const id of able) graph.nodes.set(id, { ...graph.nodes.get(id)!, maxAge });
        add(able, { deadline: 'maxAge' });
        break;
      }
      case 'message':
      case 'signal':
      case 'escalation':
      case 'conditional':
        add(
          hosts.filter((id) => isKind(id, waiting)),
          { signal: event.signal },
        );
        break;
      case 'compensate':
        if (!undoing.has(host.id))
          notes.broken(
            boundary,
            'Nothing is named that undoes its step.',
            'Name a compensation at the activity.',
          );
        break;
      default:
        notes.lost(
          boundary,
          `an event of the kind ${event.kind} at the edge has no counterpart.`,
          'Lead out by an error, a signal or a deadline.',
        );
    }

    function add(able: readonly string[], on: NonNullable<Flow['on']>): void {
      if (able.length === 0)
        notes.lost(
          boundary,
          `no step there can be left by it (${event.kind}).`,
          event.kind === 'timer'
            ? 'Give the activity a timeout and lead out by its error.'
            : 'Put it at a step that waits or works.',
        );
      for (const id of able)
        graph.flows.push(
          ...out.map((flow) => ({
            ...flow,
            id: `${flow.id}:${id}`,
            from: id,
            name: boundary.name ?? flow.name,
            on,
          })),
        );
    }
  }

  function isKind(id: string, kinds: RegExp): boolean {
    const element: BpmnElement | undefined = graph.nodes.get(id)?.element;
    return element !== undefined && kinds.test(kindOf(element));
  }
}
