import type { BpmnElement } from './element';

/** A flow node on its way to a step. */
export type FlowNode = {
  readonly id: string;
  readonly element: BpmnElement;
  /** Begins or ends an inner process: it is left out again where nothing needs it. */
  readonly passage?: boolean;
  /** Lane in which it stands. */
  readonly lane?: string | undefined;
  /** By a timer at it. */
  readonly maxAge?: string;
};

export type Flow = {
  readonly id: string;
  readonly element: BpmnElement | null;
  readonly from: string;
  readonly to: string;
  readonly name?: string | undefined;
  readonly condition?: string | undefined;
  readonly isDefault?: boolean;
  /** Another trigger than completion: what stands at the edge of a step (a boundary event). */
  readonly on?:
    { readonly error: string | true } | { readonly signal: string } | { readonly deadline: 'maxAge' };
};

/** The nodes and flows of one process, inner processes laid open. */
export class Graph {
  readonly nodes = new Map<string, FlowNode>();
  flows: Flow[] = [];

  into(id: string): Flow[] {
    return this.flows.filter(({ to }) => to === id);
  }

  outOf(id: string): Flow[] {
    return this.flows.filter(({ from }) => from === id);
  }

  remove(id: string): void {
    this.nodes.delete(id);
    this.flows = this.flows.filter(({ from, to }) => from !== id && to !== id);
  }

  /** Takes out a node that only leads on, and lets what led into it lead to where it led. */
  bypass(id: string): boolean {
    const [out, ...more] = this.outOf(id);
    if (!out || more.length > 0 || out.condition !== undefined || out.to === id) return false;
    this.flows = this.flows
      .filter((flow) => flow !== out)
      .map((flow) => (flow.to === id ? { ...flow, to: out.to } : flow));
    this.nodes.delete(id);
    return true;
  }

  /** Nodes that can be reached from a node, itself not counted unless in a circle. */
  reachable(from: string): Set<string> {
    const found = new Set<string>();
    const open = this.outOf(from).map(({ to }) => to);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(...this.outOf(next).map(({ to }) => to));
    }
    return found;
  }
}
