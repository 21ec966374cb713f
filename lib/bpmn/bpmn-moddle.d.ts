declare module 'bpmn-moddle' {
  /** An element of a model; what it has depends on its type. */
  export type ModdleElement = { readonly $type: string; [name: string]: unknown };

  export class BpmnModdle {
    /** @param packages own vocabularies by prefix */
    constructor(packages?: Readonly<Record<string, unknown>>);
    fromXML(xml: string): Promise<{
      readonly rootElement: ModdleElement;
      readonly warnings: readonly { readonly message: string }[];
    }>;
    toXML(root: ModdleElement, options?: { readonly format?: boolean }): Promise<{ readonly xml: string }>;
    create(type: string, attributes?: Readonly<Record<string, unknown>>): ModdleElement;
  }
}
