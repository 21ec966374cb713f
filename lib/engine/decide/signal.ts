import { forbiddenNameIn } from '@/lib/engine/context-path';
import { plusSeconds } from '@/lib/engine/deadlines/instant';
import { forbiddenNames, type JsonObject } from '@/lib/engine/json';
import { goOn } from './advance';
import type { Compiled } from './compiled';
import type { InputOf, Refusal } from './contract';
import type { Draft } from './draft';
import { undeclaredFields } from './form-fields';
import { type FieldError, invalid, notAllowed } from './refusals';

/** Signals that an instance keeps for waits that have not begun. */
const mostKept = 100;

/**
 * A signal from outside (DESIGN 12): kept, and consumed at once where the instance waits for it, else by the next wait for
 * it before its time runs out. The same id again changes nothing.
 */
export function signal(draft: Draft, input: InputOf<'signal'>): Refusal | null {
  const { snapshot } = draft;
  if (Object.hasOwn(snapshot.signals, input.id)) return null;
  const refusal = refuseSignal(draft, input);
  if (refusal) return refusal;
  draft.note('SIGNAL_RECEIVED', 'signal', input.id, {
    data: {
      id: input.id,
      name: input.name,
      payload: input.payload,
      ...(input.correlation !== undefined && { correlation: input.correlation }),
      expiresAt: plusSeconds(draft.env.now, input.keepSeconds),
    },
  });
  draft.handToSystem();
  if (isAwaited(draft, input.name)) goOn(draft);
  return null;
}

/** The names of the signals that a definition waits for, in order. */
export function signalNames({ steps, definition }: Compiled): readonly string[] {
  const waited = [...steps.values()].flatMap((step) =>
    step.type === 'WAIT_FOR_SIGNAL' ? [step.signal] : [],
  );
  const interrupting = definition.transitions.flatMap(({ on }) =>
    typeof on === 'object' && 'signal' in on ? [on.signal] : [],
  );
  return [...new Set([...waited, ...interrupting])].sort();
}

/** The schemas that the payload of a signal of this name has to fit: one for each step that waits for it. */
export function payloadSchemas({ steps }: Pick<Compiled, 'steps'>, name: string): readonly JsonObject[] {
  return [...steps.values()].flatMap((step) =>
    step.type === 'WAIT_FOR_SIGNAL' && step.signal === name && step.payload ? [step.payload] : [],
  );
}

/** What is wrong with a signal by the definition alone, apart from its payload's schemas; nothing where it can be taken. */
export function signalErrors(
  compiled: Compiled,
  { id, name, payload }: Pick<InputOf<'signal'>, 'id' | 'name' | 'payload'>,
): readonly FieldError[] {
  const names = signalNames(compiled);
  if (!names.includes(name)) {
    const known = names.length > 0 ? `It waits for: ${names.join(', ')}.` : 'It waits for none.';
    const message = `${compiled.definition.key} has no step that waits for a signal ${name}. ${known}`;
    return [{ path: '/name', message }];
  }
  if (forbiddenNames.has(id)) return [{ path: '/id', message: `${id} is a reserved name.` }];
  const forbidden = forbiddenNameIn(payload);
  if (forbidden !== null) {
    return [{ path: `/payload${forbidden}`, message: `${forbidden} is a reserved name.` }];
  }
  const undeclared = payloadSchemas(compiled, name).flatMap((schema) => undeclaredFields(schema, payload));
  return [...new Set(undeclared)].map((path) => ({
    path: `/payload${path}`,
    message: `${path} is not declared.`,
  }));
}

function refuseSignal(draft: Draft, input: InputOf<'signal'>): Refusal | null {
  const { snapshot, compiled } = draft;
  const errors = signalErrors(compiled, input);
  if (errors.length > 0) return invalid(errors);
  if (Object.values(snapshot.signals).filter(({ consumedBy }) => consumedBy === null).length >= mostKept) {
    const message = `${mostKept} signals wait already for this instance to come to them; it takes no more before it does.`;
    return notAllowed(snapshot, message, { kept: mostKept });
  }
  return null;
}

function isAwaited({ snapshot, compiled }: Draft, name: string): boolean {
  return Object.values(snapshot.stays).some((stay) => {
    const step = stay.exitedAt === null ? compiled.steps.get(stay.step) : undefined;
    if (!step) return false;
    return (step.type === 'WAIT_FOR_SIGNAL' && step.signal === name) || leadsOut(compiled, step.key, name);
  });
}

function leadsOut({ waysOut }: Compiled, step: string, name: string): boolean {
  return (waysOut.get(step) ?? []).some(
    ({ on }) => typeof on === 'object' && 'signal' in on && on.signal === name,
  );
}
