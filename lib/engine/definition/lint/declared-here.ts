import { declaredFields, payloadFields, taskFields } from '@/lib/engine/conditions/declared';
import type { DeclaredFields, FieldType } from '@/lib/engine/conditions/field-type';
import type { Surroundings } from '@/lib/engine/definition/finding';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Step } from '@/lib/engine/definition/step-schema';
import type { Seen } from './places';

/** What is declared at each place of a definition: for lint, and for whoever picks a field there. */
export class DeclaredHere {
  readonly #everywhere: ReadonlyMap<string, FieldType>;
  readonly #secrets: FieldType;
  readonly #after = new Map<Step, ReadonlyMap<string, FieldType>>();

  private readonly declared: DeclaredFields;

  constructor(definition: Definition, around: Pick<Surroundings, 'rules' | 'secrets'>) {
    this.declared = declaredFields(definition);
    const only = (...names: string[]) => names.flatMap((name) => [[name, this.type(name)] as const]);
    this.#everywhere = new Map([...only('context', 'input', 'instance'), ['rules', listed(around.rules)]]);
    this.#secrets = listed(around.secrets);
  }

  /** The names that an expression there may begin with, and what is beneath them. */
  at(seen: Seen): DeclaredFields {
    if (seen.onlyInput === true) return new Map([['input', this.type('input')]]);
    if (seen.onlyRules === true) return new Map([['rules', this.#everywhere.get('rules') ?? any]]);
    const { after } = seen;
    const own = after === undefined ? this.#everywhere : this.#afterStep(after);
    if (seen.signal !== true && seen.result !== true && seen.secrets !== true && seen.item === undefined)
      return own;
    const more = new Map(own);
    if (seen.signal === true && !more.has('signal')) more.set('signal', any);
    if (seen.result === true) more.set('result', any);
    if (seen.secrets === true) more.set('secrets', this.#secrets);
    if (seen.item !== undefined) more.set(seen.item, any);
    return more;
  }

  #afterStep(step: Step): ReadonlyMap<string, FieldType> {
    const known = this.#after.get(step);
    if (known !== undefined) return known;
    const names = new Map(this.#everywhere);
    if (step.type === 'USER_TASK') names.set('task', taskFields([step]));
    if (step.type === 'WAIT_FOR_SIGNAL') names.set('signal', payloadFields(step));
    this.#after.set(step, names);
    return names;
  }

  private type(name: string): FieldType {
    return this.declared.get(name) ?? any;
  }
}

const any: FieldType = { kind: 'any' };

/** Names that are known one by one; null means that they are not known here. */
function listed(names: readonly string[] | null): FieldType {
  return names === null
    ? any
    : { kind: 'object', fields: new Map(names.map((name) => [name, any])), others: null };
}
