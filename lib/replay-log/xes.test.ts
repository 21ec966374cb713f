import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readXes } from '@/lib/replay-log/xes';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlock-xes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(content: string | Buffer, name = 'log.xes') {
  const path = join(folder, name);
  await writeFile(path, content);
  return readXes(path);
}

async function problemOf(content: string | Buffer, name?: string) {
  const reading = await read(content, name);
  if (reading.ok) throw new Error('the file was read');
  return reading.problem;
}

async function casesOf(content: string | Buffer, name?: string) {
  const reading = await read(content, name);
  if (!reading.ok) throw new Error(reading.problem.message);
  return reading.log;
}

const event = (activity: string, more = '') =>
  `<event><string key="concept:name" value="${activity}"/>${more}</event>`;
const trace = (id: string, ...events: string[]) =>
  `<trace><string key="concept:name" value="${id}"/>${events.join('')}</trace>`;
const log = (...content: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<log>\n${content.join('\n')}\n</log>`;
const by = (name: string) => `<string key="org:resource" value="${name}"/>`;
const at = (instant: string) => `<date key="time:timestamp" value="${instant}"/>`;
const phase = (name: string) => `<string key="lifecycle:transition" value="${name}"/>`;

describe('reading an event log', () => {
  it('keeps cases, activities and people in the order of the file, whatever the instants say', async () => {
    const late = '2026-01-02T00:00:00Z';
    const early = '2026-01-01T00:00:00Z';
    const content = log(
      trace(
        '7',
        event('register', at(late) + by('Ann')),
        event('check', at(early)),
        event('check', at(early) + by(' ')),
      ),
    );

    const { cases } = await casesOf(content);

    expect(cases).toEqual([
      {
        id: '7',
        events: [
          { activity: 'register', resource: 'Ann' },
          { activity: 'check', resource: null },
          { activity: 'check', resource: null },
        ],
      },
    ]);
  });

  it('reads gzip whatever the file is called', async () => {
    const { cases } = await casesOf(gzipSync(log(trace('1', event('a')))), 'packed.xes');

    expect(cases).toHaveLength(1);
  });

  it('reads a namespace prefix, nested attributes, lists of both kinds, extensions and classifiers', async () => {
    const content = `<x:log xmlns:x="http://www.xes-standard.org/">
      <x:extension name="Concept" prefix="concept" uri="http://www.xes-standard.org/concept.xesext"/>
      <x:classifier name="both" keys="concept:name 'my key'"/>
      <x:string key="concept:name" value="permits"><x:int key="a" value="-5"><x:float key="b" value="1e3"/></x:int></x:string>
      <x:trace>
        <x:list key="l"><x:values><x:boolean key="m" value="true"/></x:values></x:list>
        <x:list key="l2"><x:id key="m" value="urn:1"/></x:list>
        <x:event><x:string key="concept:name" value="a"><x:string key="concept:name" value="not this"/></x:string></x:event>
      </x:trace></x:log>`;

    const read = await casesOf(content);

    expect(read.name).toBe('permits');
    expect(read.extensions).toEqual([
      { name: 'Concept', prefix: 'concept', uri: 'http://www.xes-standard.org/concept.xesext' },
    ]);
    expect(read.classifiers).toEqual([{ name: 'both', keys: ['concept:name', 'my key'] }]);
    expect(read.cases).toEqual([{ id: 'case 1', events: [{ activity: 'a', resource: null }] }]);
  });

  it('gives an event the global defaults that it lacks, those of events only', async () => {
    const content = log(
      '<global scope="trace"><string key="org:resource" value="wrong"/></global>',
      '<global scope="event"><string key="org:resource" value="Office"/></global>',
      trace('1', event('a'), event('b', by('Ann'))),
    );

    const { cases } = await casesOf(content);

    expect(cases[0]?.events.map((e) => e.resource)).toEqual(['Office', 'Ann']);
  });

  it('names activities by a classifier where events have no name', async () => {
    const content = log(
      '<classifier name="kind" keys="kind place"/>',
      '<trace><event><string key="kind" value="scan"/><string key="place" value="gate 2"/></event></trace>',
    );

    const { cases } = await casesOf(content);

    expect(cases[0]?.events[0]?.activity).toBe('scan + gate 2');
  });

  it('counts completions only where starts and completions are both recorded', async () => {
    const content = log(
      trace('1', event('a', phase('start')), event('a', phase('COMPLETE')), event('b', phase('complete'))),
      trace('2', event('a', phase('schedule'))),
    );

    const read = await casesOf(content);

    expect(read.cases.map((c) => c.events.map((e) => e.activity))).toEqual([['a', 'b']]);
    expect(read.leftOut).toEqual({ emptyCases: 1, otherLifecycle: 2, withoutCase: 0 });
  });

  it('counts every event of a log that records starts only', async () => {
    const { cases } = await casesOf(log(trace('1', event('a', phase('start')), event('b', phase('start')))));

    expect(cases[0]?.events).toHaveLength(2);
  });

  it('reads text in the encoding that the file declares', async () => {
    const content = Buffer.from(
      log(trace('1', event('Pr\u00fcfen'))).replace('UTF-8', 'ISO-8859-1'),
      'latin1',
    );
    const utf16 = Buffer.from(
      '\ufeff' + log(trace('1', event('Pr\u00fcfen'))).replace('UTF-8', 'UTF-16'),
      'utf16le',
    );

    const logs = [await casesOf(content), await casesOf(utf16)];

    expect(logs.map((l) => l.cases[0]?.events[0]?.activity)).toEqual(['Pr\u00fcfen', 'Pr\u00fcfen']);
  });

  it('survives pieces that cut words, tags and characters anywhere', async () => {
    const traces = Array.from({ length: 3000 }, (_, n) =>
      trace(`${n}`, event(`a\u20ac${n % 7}`, by('\u00c9lo\u00efse'))),
    );

    const { cases } = await casesOf(log(...traces));

    expect(cases).toHaveLength(3000);
    expect(new Set(cases.flatMap((c) => c.events.map((e) => e.activity))).size).toBe(7);
  });
});

describe('a malformed log is refused with its place and a way to mend it', () => {
  const bad = (attribute: string) => log(trace('1', event('a')), attribute);
  const place = { line: 4 };

  it.each([
    ['a date without time zone', '<date key="d" value="2002-05-30T09:30:10"/>', /no time zone/],
    ['a date that is none', '<date key="d" value="2002-0530T09:30:10Z"/>', /not a date/],
    ['31 April', '<date key="d" value="2002-04-31T09:30:10Z"/>', /does not exist/],
    ['29 February of a common year', '<date key="d" value="2023-02-29T00:00:00Z"/>', /does not exist/],
    ['hour 25', '<date key="d" value="2023-02-01T25:00:00Z"/>', /does not exist/],
    ['offset 15:00', '<date key="d" value="2023-02-01T00:00:00+15:00"/>', /does not exist/],
    ['a float that is a word', '<float key="f" value="yes"/>', /not a number/],
    ['a boolean that is a word', '<boolean key="b" value="yes"/>', /neither true nor false/],
    ['an int with a fraction', '<int key="i" value="1.5"/>', /not a whole number/],
    ['an int beyond 64 bits', '<int key="i" value="9223372036854775808"/>', /not a whole number/],
    ['no value', '<string key="s"/>', /has no value/],
    ['no key', '<string value="s"/>', /has no key/],
    ['an unknown element', '<text key="s" value=""/>', /no element <text> inside <log>/],
    ['an unknown scope', '<global scope="log"/>', /scope/],
    ['an event without a name', '<trace><event/></trace>', /names no activity/],
    ['a tag that is not closed', '<trace>', /unexpected close|unclosed|unmatched/i],
    ['an entity that is not defined', '<string key="s" value="&nbsp;"/>', /undefined entity/],
  ])('%s', async (_, attribute, message) => {
    const problem = await problemOf(bad(attribute));

    expect(problem.message).toMatch(message);
    expect(problem.mend).not.toBe('');
    expect(problem.column).toBeGreaterThan(0);
    if (!attribute.startsWith('<trace>')) expect(problem).toMatchObject(place);
  });

  it('a truncated file', async () => {
    const whole = log(trace('1', event('a')), trace('2', event('b')));

    const problem = await problemOf(whole.slice(0, whole.length - 40));

    expect(problem.message).toMatch(/XML error/);
    expect(problem.line).toBe(4);
  });

  it.each([
    ['another document', '<html></html>', /begins with <html>/],
    ['the format before XES', '<WorkflowLog/>', /MXML/],
    ['no XML at all', 'case,activity\n1,register\n', /XML error/],
    ['an empty file', '', /empty/],
    ['a log without cases', '<log/>', /no trace/],
  ])('%s', async (_, content, message) => {
    const problem = await problemOf(content);

    expect(problem.message).toMatch(message);
    expect(problem.mend).not.toBe('');
  });

  it('bytes that are not UTF-8', async () => {
    const problem = await problemOf(Buffer.from(log(trace('1', event('Pr\u00fcfen'))), 'latin1'));

    expect(problem.message).toMatch(/not text in its encoding/);
  });

  it('an encoding that nobody knows', async () => {
    const problem = await problemOf(log(trace('1', event('a'))).replace('UTF-8', 'EBCDIC-7'));

    expect(problem.message).toMatch(/EBCDIC-7/);
  });

  it('gzip that is cut, damaged, or none', async () => {
    const packed = gzipSync(log(...Array.from({ length: 500 }, (_, n) => trace(`${n}`, event(`a${n}`)))));
    const damaged = Buffer.from(packed);
    damaged.fill(0xff, 40, 90);

    expect((await problemOf(packed.subarray(0, packed.length - 200), 'cut.xes.gz')).message).toMatch(
      /ends too early/,
    );
    expect((await problemOf(damaged, 'damaged.xes.gz')).message).toMatch(/damaged/);
    expect((await problemOf(log(), 'plain.xes.gz')).message).toMatch(/not packed/);
  });

  it('a file that is not there, and a folder', async () => {
    const absent = await readXes(join(folder, 'absent.xes'));
    const directory = await readXes(folder);

    expect(absent).toMatchObject({ ok: false, problem: { message: expect.stringMatching(/no file/) } });
    expect(directory).toMatchObject({ ok: false, problem: { message: expect.stringMatching(/folder/) } });
  });
});

const real = '../shared/inputs/event-logs';
describe.skipIf(!existsSync(real))(`real logs (${real})`, () => {
  it.each([
    ['running-example.xes', 6, 42, 8],
    ['roadtraffic100traces.xes', 100, 390, 10],
    ['receipt.xes.gz', 1434, 8577, 27],
  ])('%s has %d cases, %d events, %d activities', async (file, cases, events, activities) => {
    const reading = await readXes(join(real, file));

    if (!reading.ok) throw new Error(reading.problem.message);
    const all = reading.log.cases.flatMap((c) => c.events);
    expect([reading.log.cases.length, all.length, new Set(all.map((e) => e.activity)).size]).toEqual([
      cases,
      events,
      activities,
    ]);
  });

  it.each([
    ['dateNoTZD.xes', 13, /no time zone/],
    ['dateIncorrectValue.xes', 13, /not a date/],
    ['booleanIncorrectValue.xes', 13, /not a number/],
  ])('%s is refused in line %d', async (file, line, message) => {
    const reading = await readXes(join(real, file));

    expect(reading).toMatchObject({ ok: false, problem: { line, message: expect.stringMatching(message) } });
  });
});
