import { type BpmnElement, kindOf } from './element';

/**
 * What an import did not take over as it stands: `lost` has no counterpart and is not there any more, `replaced` is expressed
 * otherwise and has to be looked at, `broken` is wrong in the file itself.
 */
export type ImportNote = {
  readonly kind: 'lost' | 'replaced' | 'broken';
  /** The element's id in the file; null for the file as a whole. */
  readonly id: string | null;
  readonly name: string | null;
  /** One sentence: what it is. */
  readonly what: string;
  /** One sentence: what to do instead. */
  readonly proposal: string;
};

/** The notes of one import. */
export class Notes {
  readonly #notes: ImportNote[] = [];

  add(kind: ImportNote['kind'], element: BpmnElement | null, what: string, proposal: string): void {
    this.#notes.push({ kind, id: element?.id ?? null, name: element?.name ?? null, what, proposal });
  }

  /** Says that an element has no counterpart. */
  lost(element: BpmnElement, what: string, proposal: string): void {
    this.add('lost', element, `${kindOf(element)}: ${what}`, proposal);
  }

  replaced(element: BpmnElement, what: string, proposal: string): void {
    this.add('replaced', element, `${kindOf(element)}: ${what}`, proposal);
  }

  broken(element: BpmnElement | null, what: string, proposal: string): void {
    this.add('broken', element, what, proposal);
  }

  get all(): readonly ImportNote[] {
    return this.#notes;
  }
}
