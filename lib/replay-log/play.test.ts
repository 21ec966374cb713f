import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Input } from '@/lib/engine/decide/contract';
import { decide } from '@/lib/engine/decide/decide';
import { definitionSchema, type Definition } from '@/lib/engine/definition/schema';
import type { PlannedEvent } from '@/lib/engine/event';
import type { JsonObject } from '@/lib/engine/json';
import { isOpenTask } from '@/lib/engine/lifecycle';
import type { Person, Snapshot } from '@/lib/engine/snapshot';
import { Api } from '@/lib/replay-log/api';
import { definitionFromLog } from '@/lib/replay-log/definition-from-log';
import type { EventLog } from '@/lib/replay-log/event-log';
import { foreignMove } from '@/lib/replay-log/foreign-move';
import { play } from '@/lib/replay-log/play';
import { report, succeeded } from '@/lib/replay-log/report';

/** Ways in which a product could be wrong; each must show. */
type Fault =
  | 'none'
  | 'accepts any outcome'
  | 'refuses without a problem document'
  | 'refuses but counts the version up'
  | 'writes another person into the history'
  | 'forgets an event'
  | 'does not verify'
  | 'is busy at first';

/** The API of DESIGN 16, as far as this tool uses it, over the real core and without a database. */
class FakeProduct {
  readonly #server: Server;
  readonly #people = new Map<string, Person>();
  readonly #starts = new Map<string, string>();
  readonly #instances = new Map<string, { snapshot: Snapshot; events: (PlannedEvent & { by: string })[] }>();
  #definition: Definition | null = null;
  #busy = 3;

  constructor(readonly fault: Fault) {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as JsonObject) : {};
    const url = new URL(request.url ?? '/', 'http://product');
    const path = url.pathname.replace('/api/workflows/', '').split('/').map(decodeURIComponent);
    const { status, json } = this.#handle(request, path, body, url);
    const problem = status >= 400 && this.fault !== 'refuses without a problem document';
    response.writeHead(status, { 'content-type': problem ? 'application/problem+json' : 'application/json' });
    response.end(JSON.stringify(json));
  }

  #handle(
    request: IncomingMessage,
    path: string[],
    body: JsonObject,
    url: URL,
  ): { status: number; json: unknown } {
    const ok = (json: unknown, status = 200) => ({ status, json });
    const [what, id = '', action] = path;
    if (request.headers.authorization !== 'Bearer the-key') return ok({ code: 'unauthenticated' }, 401);
    if (this.fault === 'is busy at first' && this.#busy-- > 0) return ok({ code: 'busy' }, 503);
    if (what === 'roles') return ok({});
    if (what === 'people') {
      this.#people.set(id, { id, email: id, name: String(body['name']) });
      return ok({});
    }
    if (what === 'definitions') {
      if (action === 'publish') return ok({ key: id, version: 1, findings: [] });
      if (request.method === 'GET') return ok({ code: 'not_found' }, 404);
      this.#definition = definitionSchema.parse(body['definition']);
      return ok({ key: id, revision: 1, findings: [] });
    }
    const actor = this.#people.get(String(request.headers['interlock-act-as']));
    if (what === 'instances' && request.method === 'POST' && actor) {
      const idempotencyKey = String(request.headers['idempotency-key']);
      const known = this.#starts.get(idempotencyKey);
      if (known) return ok(this.#view(known), 201);
      const instance = `instance-${this.#instances.size}`;
      this.#starts.set(idempotencyKey, instance);
      this.#ask(instance, this.#startOf(instance, body, actor), actor.name);
      this.#ask(instance, { kind: 'advance' }, 'Interlock');
      return ok(this.#view(instance), 201);
    }
    if (what === 'instances') return ok(this.#read(id, action, url));
    if (what === 'tasks' && actor) return this.#decide(id, body, actor);
    return ok({ code: 'not_found' }, 404);
  }

  #startOf(instanceId: string, body: JsonObject, requester: Person): Input {
    const subjectId = String((body['subject'] as JsonObject)['id']);
    const input = body['input'] as JsonObject;
    return { kind: 'start', instanceId, definitionVersion: 1, subjectId, input, requester };
  }

  #decide(id: string, body: JsonObject, by: Person): { status: number; json: unknown } {
    const [instance = '', task = ''] = id.split('|');
    const wanted = String(body['outcome']);
    const open = this.#get(instance).snapshot.tasks[task];
    const known = open?.outcomes.some((one) => one.key === wanted) ?? false;
    const outcome = this.fault === 'accepts any outcome' && !known ? (open?.outcomes[0]?.key ?? '') : wanted;
    const refusal = this.#ask(
      instance,
      { kind: 'decide_task', task, outcome, form: {}, reason: null, by, onBehalfOf: null, authority: {} },
      this.fault === 'writes another person into the history' ? 'Somebody' : by.name,
    );
    if (refusal === null) return { status: 200, json: this.#view(instance) };
    if (this.fault === 'refuses but counts the version up') {
      const held = this.#get(instance);
      this.#instances.set(instance, {
        ...held,
        snapshot: { ...held.snapshot, sequence: held.snapshot.sequence + 1 },
      });
    }
    return { status: 409, json: { code: 'not_allowed', detail: refusal } };
  }

  #ask(instance: string, input: Input, by: string): string | null {
    const held = this.#instances.get(instance);
    const env = { now: '2026-01-01T00:00:00Z', rules: {}, chance: [0] };
    const decision = decide(this.#definition as Definition, held?.snapshot ?? null, input, env);
    if (!decision.ok) return decision.refusal.message;
    const events = [...(held?.events ?? []), ...decision.plan.events.map((event) => ({ ...event, by }))];
    this.#instances.set(instance, { snapshot: decision.plan.after, events });
    return null;
  }

  #get(instance: string) {
    const held = this.#instances.get(instance);
    if (!held) throw new Error(`no instance ${instance}`);
    return held;
  }

  #view(id: string) {
    const { snapshot } = this.#get(id);
    const { status, state, sequence: version } = snapshot;
    const openTasks = Object.values(snapshot.tasks)
      .filter((task) => isOpenTask(task.status))
      .map(({ key, step }) => ({ id: `${id}|${key}`, step }));
    return { id, status, state, version, instance: { id, status, state, version }, openTasks };
  }

  #read(id: string, action: string | undefined, url: URL): unknown {
    if (action === undefined) return this.#view(id);
    if (action === 'verify') return { ok: this.fault !== 'does not verify', replayEqual: true };
    const all = this.#get(id).events.map((event, index) => ({
      sequence: index + 1,
      type: event.type,
      key: event.key,
      actor: { name: event.by },
    }));
    const lost = all.findIndex(
      (event) => event.type === 'STEP_ENTERED' && event.key?.startsWith('main:check'),
    );
    const kept = this.fault === 'forgets an event' ? all.filter((_, index) => index !== lost) : all;
    const after = Number(url.searchParams.get('after'));
    const items = kept.filter((event) => event.sequence > after).slice(0, 7);
    return { items, next: items.at(-1)?.sequence === kept.at(-1)?.sequence ? null : items.at(-1)?.sequence };
  }
}

const log: EventLog = {
  name: 'permits',
  extensions: [],
  classifiers: [],
  cases: [
    { id: '1', events: [e('register', 'Ann'), e('check', 'Ben'), e('check', null), e('decide', 'Ann')] },
    { id: '2', events: [e('register', 'ann'), e('decide', 'Ben')] },
    { id: '3', events: [e('decide', 'Ann')] },
    { id: '4', events: [e('register', 'Ann'), e('check', 'Ann')] },
  ],
  leftOut: { emptyCases: 1, otherLifecycle: 0, withoutCase: 0 },
};

function e(activity: string, resource: string | null) {
  return { activity, resource };
}

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function playOn(fault: Fault) {
  const product = new FakeProduct(fault);
  const url = await product.listen();
  const api = new Api(url, 'the-key', 4);
  open.push(product, api);
  return play(log, definitionFromLog(log, 'log_permits'), api, { concurrency: 4 });
}

describe('playing a log', () => {
  it('plays every case as its trace says and has one foreign move a case refused', async () => {
    const result = await playOn('none');

    expect(result.cases.map(({ moves, troubles }) => [moves, troubles])).toEqual([
      [4, []],
      [2, []],
      [1, []],
      [2, []],
    ]);
    expect(succeeded(result)).toBe(true);
    // Ann, Ben, ann and the one who stands for those that the log does not name.
    expect(result.people).toBe(4);
    const text = report('permits.xes', log, result);
    expect(text).toMatch(/moves {2,}9\n/);
    expect(text).toMatch(/moves refused {2,}4\n/);
    expect(text).toMatch(/left out: 1 cases without an event/);
  });

  it('waits for a product that is busy', async () => {
    expect(succeeded(await playOn('is busy at first'))).toBe(true);
  });

  it.each([
    ['accepts any outcome', /was not refused/],
    ['refuses without a problem document', /was not refused/],
    ['refuses but counts the version up', /changed the instance/],
    ['writes another person into the history', /people Somebody/],
    ['forgets an event', /its history has the steps/],
    ['does not verify', /does not verify/],
  ] as const)('shows that a product %s', async (fault, trouble) => {
    const result = await playOn(fault);

    expect(succeeded(result)).toBe(false);
    expect(report('permits.xes', log, result)).toMatch(trouble);
    expect(report('permits.xes', log, result)).toMatch(/did not go as the log says/);
  });

  it('says so when nothing answers, and when the key is wrong', async () => {
    const nowhere = new Api('http://127.0.0.1:1', 'the-key', 1);
    open.push(nowhere);
    const process = definitionFromLog(log, 'log_permits');
    await expect(play(log, process, nowhere, { concurrency: 1 })).rejects.toThrow(/nothing answers/);

    const product = new FakeProduct('none');
    const stranger = new Api(await product.listen(), 'another-key', 1);
    open.push(product, stranger);
    await expect(play(log, process, stranger, { concurrency: 1 })).rejects.toThrow(/401 unauthenticated/);
  }, 20_000);
});

describe('the foreign move', () => {
  const outcomes = new Map([
    ['a', new Set(['a', 'b', 'end'])],
    ['b', new Set(['a'])],
  ]);

  it('goes towards a step that never follows in the log', () => {
    const tried = [0, 1, 2, 3].map((turn) => foreignMove(['a', 'b'], outcomes, turn));

    for (const { at, to } of tried) expect(outcomes.get(['a', 'b'][at] as string)?.has(to)).toBe(false);
    expect(new Set(tried.map(({ to }) => to))).toEqual(new Set(['b', 'end']));
  });

  it('goes back to the start where every step of the case is followed by all', () => {
    expect(foreignMove(['a', 'a'], outcomes, 3)).toEqual({ at: 1, to: 'start' });
  });
});
