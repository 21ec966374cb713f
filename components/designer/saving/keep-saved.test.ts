import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refund } from '@/lib/demo/definitions/refund';
import type { Finding } from '@/lib/engine/definition/finding';
import { parseDefinition } from '@/lib/engine/definition/parse';
import type { Definition } from '@/lib/engine/definition/schema';
import type { DesignDocument } from '@/components/designer/document/document';
import { setSetting } from '@/components/designer/document/settings';
import { act, createDesigner, type DesignerStore, undoLast } from '@/components/designer/store';
import { keepSaved, type Keeper } from './keep-saved';
import { type CopyStore, copyName, readCopy } from './local-copy';
import type { Sent, Theirs } from './send-draft';

const begun: DesignDocument = { definition: refund, layout: {}, scenarios: [] };
const name = copyName('sofia', 'refund');

function findingsOf(definition: Definition): readonly Finding[] {
  const parsed = parseDefinition(definition);
  return parsed.ok ? [] : parsed.findings;
}

/** A server that keeps the draft, and may be away, lose its answers, or have heard from somebody else. */
class Server {
  document = begun;
  revision = 3;
  trouble: 'none' | 'away' | 'answers_lost' = 'none';
  sent: string[] = [];

  send = async (document: DesignDocument, revision: number): Promise<Sent> => {
    await Promise.resolve();
    if (this.trouble === 'away') return { kind: 'failed', reason: 'unreachable' };
    this.sent.push(document.definition.name);
    if (revision !== this.revision) return { kind: 'stale' };
    this.document = document;
    this.revision += 1;
    if (this.trouble === 'answers_lost') return { kind: 'failed', reason: 'unreachable' };
    return { kind: 'saved', revision: this.revision, findings: [] };
  };

  read = async (): Promise<Theirs | null> => ({
    document: structuredClone(this.document),
    revision: this.revision,
    by: 'Daniel Weiss',
    at: null,
  });
}

class Storage implements CopyStore {
  readonly #items = new Map<string, string>();
  getItem = (key: string) => this.#items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#items.set(key, value);
  removeItem = (key: string) => void this.#items.delete(key);
}

let server: Server;
let storage: Storage;
let store: DesignerStore;
let keeper: Keeper;

beforeEach(() => {
  vi.useFakeTimers();
  server = new Server();
  storage = new Storage();
  store = createDesigner(begun, {
    known: {
      roles: null,
      rules: null,
      functions: null,
      secrets: null,
      definitions: null,
      activityTypes: null,
      roleNames: {},
      ruleValues: {},
      calendarValues: {},
      people: [],
      timeZone: 'UTC',
    },
    readOnly: false,
    publishedSteps: new Set(),
    save: { kind: 'saved', revision: 3 },
  });
  keeper = keepSaved(store, {
    check: async (definition) => findingsOf(definition),
    send: server.send,
    read: server.read,
    storage,
    name,
  });
});
afterEach(() => {
  keeper.stop();
  vi.useRealTimers();
});

const rename = (to: string) => act(store, setSetting(['name'], to), { burst: 'name' });
const save = () => store.getState().save;
const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('saving', () => {
  test('happens once after a burst of typing, and reads back equal', async () => {
    rename('R');
    rename('Re');
    rename('Repay');
    expect(save().kind).toBe('pending');
    await later(2_000);
    expect(save()).toEqual({ kind: 'saved', revision: 4 });
    expect(server.sent).toEqual(['Repay']);
    expect(server.document).toEqual(store.getState().history.present);
    expect(readCopy(storage, name)).toBeNull();
  });

  test('keeps a copy until the server has it', () => {
    rename('Repay');
    expect(readCopy(storage, name)).toMatchObject({
      revision: 3,
      document: { definition: { name: 'Repay' } },
    });
  });

  test('is tried again by itself while the server is away, and says so meanwhile', async () => {
    server.trouble = 'away';
    rename('Repay');
    await later(2_000);
    expect(save()).toMatchObject({ kind: 'failed', reason: 'unreachable' });
    rename('Repay now');
    expect(save().kind).toBe('failed');
    expect(readCopy(storage, name)?.document.definition.name).toBe('Repay now');
    server.trouble = 'none';
    await later(20_000);
    expect(save()).toEqual({ kind: 'saved', revision: 4 });
    expect(server.document.definition.name).toBe('Repay now');
  });

  test('whose answer was lost is no conflict with oneself', async () => {
    server.trouble = 'answers_lost';
    rename('Repay');
    await later(1_000);
    server.trouble = 'none';
    rename('Repay now');
    await later(20_000);
    expect(save()).toEqual({ kind: 'saved', revision: 5 });
    expect(server.document.definition.name).toBe('Repay now');
  });

  test('of what cannot be saved waits, says why, and keeps it', async () => {
    rename('');
    await later(2_000);
    expect(save()).toMatchObject({ kind: 'refused', problems: 1 });
    expect(server.sent).toEqual([]);
    expect(readCopy(storage, name)?.document.definition.name).toBe('');
    rename('Fine again');
    await later(2_000);
    expect(save().kind).toBe('saved');
  });

  test('of what was changed last happens also when the designer is left', async () => {
    rename('Repay');
    void keeper.flush();
    keeper.stop();
    await later(100);
    expect(server.sent).toEqual(['Repay']);
  });

  test('waits, loudly, while the code that checks the shape cannot be loaded', async () => {
    keeper.stop();
    let there = false;
    keeper = keepSaved(store, {
      check: async () => (there ? [] : null),
      send: server.send,
      read: server.read,
      storage,
      name,
    });
    rename('Repay');
    await later(2_000);
    expect(save()).toMatchObject({ kind: 'failed', reason: 'unreachable' });
    expect(readCopy(storage, name)?.document.definition.name).toBe('Repay');
    there = true;
    await later(20_000);
    expect(save()).toEqual({ kind: 'saved', revision: 4 });
  });

  test('is not needed when everything has been undone', async () => {
    rename('Repay');
    undoLast(store);
    await later(2_000);
    expect(save()).toEqual({ kind: 'saved', revision: 3 });
    expect(server.sent).toEqual([]);
  });
});

describe('when somebody else has saved', () => {
  const theirs: DesignDocument = {
    definition: { ...refund, name: 'Theirs' },
    layout: {},
    scenarios: [],
  };
  beforeEach(async () => {
    server.document = theirs;
    server.revision = 9;
    rename('Mine');
    await later(2_000);
  });

  test('is said as soon as it is heard of, before one changes anything oneself', async () => {
    server.document = { ...begun, layout: { start: { x: 5, y: 5 } } };
    server.revision = 4;
    undoLast(store);
    store.setState({ save: { kind: 'saved', revision: 3 } });

    keeper.heard(3);
    expect(store.getState().save.kind).toBe('saved');
    keeper.heard(4);
    await vi.runAllTimersAsync();

    expect(store.getState().save).toMatchObject({ kind: 'conflict', theirs: 4, by: 'Daniel Weiss' });
    keeper.takeTheirs();
    expect(store.getState().history.present.layout).toEqual({ start: { x: 5, y: 5 } });
  });

  test('what they save next is what one goes on with', async () => {
    server.document = { ...begun, definition: { ...refund, name: 'Theirs again' } };
    server.revision = 10;

    keeper.heard(10);
    await vi.runAllTimersAsync();
    keeper.takeTheirs();

    expect(store.getState().history.present.definition.name).toBe('Theirs again');
    expect(save()).toEqual({ kind: 'saved', revision: 10 });
  });

  test('nothing is written over, however much one goes on', async () => {
    rename('Mine too');
    await later(60_000);
    expect(save()).toMatchObject({ kind: 'conflict', by: 'Daniel Weiss', theirs: 9 });
    expect(server.document).toBe(theirs);
    expect(keeper.theirs()).toEqual(theirs);
    expect(readCopy(storage, name)?.document.definition.name).toBe('Mine too');
  });

  test('one may go on with theirs, and undo brings back and saves one’s own', async () => {
    keeper.takeTheirs();
    expect(store.getState().history.present).toEqual(theirs);
    expect(save()).toEqual({ kind: 'saved', revision: 9 });
    undoLast(store);
    await later(2_000);
    expect(save()).toEqual({ kind: 'saved', revision: 10 });
    expect(server.document.definition.name).toBe('Mine');
  });

  test('one may replace theirs by one’s own', async () => {
    keeper.keepMine();
    await later(2_000);
    expect(save()).toEqual({ kind: 'saved', revision: 10 });
    expect(server.document.definition.name).toBe('Mine');
  });
});
