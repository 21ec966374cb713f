import { decidedSchema, instanceSchema, startedSchema } from './answers';
import { describe, type Api } from './api';
import { endKey } from './definition-from-log';
import { foreignMove } from './foreign-move';

/** A case as the product is to play it. */
export type Script = {
  readonly id: string;
  /** Steps in order, and for each the e-mail address and name of the person who decides its task. */
  readonly moves: readonly { readonly step: string; readonly email: string; readonly name: string }[];
};

export type Played = {
  /** Null when not even the start succeeded. */
  readonly instance: string | null;
  readonly moves: number;
  /** Whether the move that the log never makes was refused and changed nothing. */
  readonly refused: boolean;
  /** What went otherwise than the log says. */
  readonly trouble: string | null;
};

export type Stage = {
  readonly api: Api;
  readonly definition: string;
  readonly outcomes: ReadonlyMap<string, ReadonlySet<string>>;
  /** Tells this run's starts from those of another run. */
  readonly run: string;
};

/** Plays one case: starts it, decides task after task as the log's person, and once tries a move that is not in the log. */
export async function playCase(stage: Stage, script: Script, turn: number): Promise<Played> {
  const path = script.moves.map((move) => move.step);
  const foreign = foreignMove(path, stage.outcomes, turn);
  let instance: string | null = null;
  let moves = 0;
  let refused = false;
  try {
    const started = startedSchema.parse(await start(stage, script, turn));
    instance = started.id;
    let task = onlyTask(started.openTasks, path[0]);
    for (const [index, move] of script.moves.entries()) {
      if (index === foreign.at) {
        await expectRefusal(stage, instance, task, foreign.to, move.email);
        refused = true;
      }
      const next = path[index + 1];
      const body = { outcome: next ?? endKey, form: {}, reason: null };
      const answer = await stage.api.must({ ...decision(task, move.email), body });
      const decided = decidedSchema.parse(answer);
      moves += 1;
      if (next !== undefined) task = onlyTask(decided.openTasks, next);
      else if (decided.instance.status !== 'completed')
        throw new Error(`it ended ${decided.instance.status}`);
    }
    return { instance, moves, refused, trouble: null };
  } catch (error) {
    return { instance, moves, refused, trouble: error instanceof Error ? error.message : String(error) };
  }
}

function start(stage: Stage, script: Script, turn: number): Promise<unknown> {
  const [first] = script.moves;
  return stage.api.must({
    method: 'POST',
    path: '/instances',
    actAs: first?.email ?? '',
    repeatable: true,
    headers: { 'idempotency-key': `${stage.run}-${turn}` },
    body: { definition: stage.definition, subject: { id: script.id }, input: { first: first?.step } },
  });
}

function decision(task: string, email: string) {
  return { method: 'POST', path: `/tasks/${encodeURIComponent(task)}/decide`, actAs: email } as const;
}

function onlyTask(
  tasks: readonly { readonly id: string; readonly step: string }[],
  step: string | undefined,
): string {
  const [task] = tasks;
  if (tasks.length === 1 && task?.step === step && task) return task.id;
  const open = tasks.map((one) => one.step).join(', ') || 'none';
  throw new Error(`one open task in ${step} was expected; open are: ${open}`);
}

/** The same person, the same task, another outcome: what is refused is the move, as the next decision shows. */
async function expectRefusal(
  stage: Stage,
  instance: string,
  task: string,
  to: string,
  email: string,
): Promise<void> {
  const before = await read(stage, instance);
  const answer = await stage.api.call({
    ...decision(task, email),
    body: { outcome: to, form: {}, reason: null },
  });
  const clientError =
    answer.status >= 400 && answer.status < 500 && answer.status !== 401 && answer.status !== 429;
  if (!clientError || !answer.problem) {
    throw new Error(
      `the move from ${before.state} to ${to} is not in the log and was not refused: ${describe(answer)}`,
    );
  }
  const after = await read(stage, instance);
  if (after.version !== before.version || after.state !== before.state || after.status !== before.status) {
    throw new Error(
      `the refused move to ${to} changed the instance from ${before.state} (version ${before.version}) to ${after.state} (version ${after.version})`,
    );
  }
}

async function read(stage: Stage, instance: string) {
  return instanceSchema.parse(await stage.api.must({ method: 'GET', path: `/instances/${instance}` }));
}
