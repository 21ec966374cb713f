import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import type { ChildRow } from '@/lib/instances/relatives-schema';
import type { ExecutionRow } from '@/lib/instances/execution-schema';
import type { EventRow, InstanceDetail, InstanceTask, WaitingOn } from '@/lib/instances/schema';
import messages from '@/messages/en.json';
import { answerOf, type Answer } from './answer';

const marcus = { id: 'm', name: 'Marcus Reyes', email: 'marcus@example.test' };
const emma = { id: 'e', name: 'Emma Lindqvist', email: 'emma@example.test' };

function detail(parts: Partial<InstanceDetail>): InstanceDetail {
  return {
    id: 'i',
    status: 'waiting',
    state: 'in_review',
    stateName: 'Manager approval',
    version: 12,
    definition: { key: 'refund', name: 'Refund', version: 1 },
    subject: { type: 'order', id: '2026-1' },
    waitingFor: [],
    waitingOnNames: [],
    dueAt: null,
    atDeadline: null,
    lastError: null,
    next: [],
    outcome: null,
    requester: emma,
    facts: [],
    createdAt: '2026-03-01T08:00:00Z',
    statusSince: '2026-03-02T10:00:00Z',
    stateSince: '2026-03-02T09:00:00Z',
    closedAt: null,
    correlationKey: null,
    startedAt: '2026-03-01T08:00:01Z',
    reopenedFrom: null,
    reopenedAs: [],
    parent: null,
    children: [],
    waitingOn: [],
    drawing: { steps: [], transitions: [], marks: {}, taken: {} },
    tasks: [],
    executions: [],
    incidents: [],
    timers: [],
    signals: [],
    input: {},
    context: {},
    ledger: [],
    ending: null,
    offered: {
      cancel: false,
      cancelModes: [],
      pause: false,
      resume: false,
      retry: false,
      reopen: false,
      skip: [],
      moves: [],
      upload: [],
    },
    ...parts,
  };
}

function waitingOn(parts: Partial<WaitingOn> = {}): WaitingOn {
  return {
    taskId: 't1',
    title: 'Approve refund of 1,500 EUR',
    step: 'in_review',
    stepName: 'Manager approval',
    assignee: null,
    claimed: false,
    roles: [{ key: 'refund_approver', name: 'Refund approver' }],
    people: [],
    dueAt: '2026-03-05T09:00:00Z',
    approvals: { required: 1, given: 0 },
    next: [{ outcome: 'approve', outcomeName: 'Approve', steps: [{ key: 'paying', name: 'Paying' }] }],
    ...parts,
  };
}

function execution(parts: Partial<ExecutionRow>): ExecutionRow {
  return {
    key: 'main:paying:1:payment',
    step: 'paying',
    stepName: 'Paying',
    visit: 1,
    activity: 'payment',
    undoOf: null,
    activityName: 'Pay the refund',
    type: 'EXECUTE_FUNCTION',
    status: 'running',
    attempts: [{ number: 1, worker: 'w', startedAt: '', endedAt: null, result: null, error: null }],
    nextAttemptAt: null,
    room: null,
    output: null,
    error: null,
    createdAt: '',
    closedAt: null,
    ...parts,
  };
}

const event = (type: string, reason: string | null, name: string) =>
  ({ type, reason, actor: { type: 'staff', id: 'x', name, onBehalfOf: null } }) as EventRow;

/** The sentence as it is read, with its times as marks. */
function sentence({ line }: Answer): string {
  const t = createTranslator({ locale: 'en', messages, namespace: 'instance.answer' });
  const plain = (chunks: string) => chunks;
  const marks = { s: plain, w: plain, task: plain, child: plain, age: () => '‹age›', when: () => '‹when›' };
  const values = {
    ...line,
    ...('who' in line && { who: line.who.join(' or ') }),
    ...('task' in line && { title: line.task }),
    ...('childId' in line && { name: line.child }),
  };
  const key =
    { paused: 'pausedBy', completed: 'completedBy', cancelled: 'cancelledBy' }[line.kind as string] ??
    line.kind;
  const nested = 'last' in line ? { ...line.last } : {};
  return t.markup(key as 'open', { ...values, ...nested, ...marks } as never);
}

const inPaying = { state: 'paying', stateName: 'Paying the customer' };

describe('the answer to where an instance is', () => {
  it('names who may decide, what, until when and what follows', () => {
    const answer = answerOf(detail({ waitingOn: [waitingOn()] }), []);

    expect(sentence(answer)).toBe(
      'In Manager approval for ‹age›, waiting for Refund approver: Approve refund of 1,500 EUR.',
    );
    expect(answer).toMatchObject({
      due: '2026-03-05T09:00:00Z',
      next: [{ outcomeName: 'Approve' }],
      approvals: null,
    });
  });

  it('names who has claimed it, and whom it waits for when it is theirs', () => {
    const claimed = answerOf(detail({ waitingOn: [waitingOn({ assignee: marcus, claimed: true })] }), []);
    const assigned = answerOf(detail({ waitingOn: [waitingOn({ assignee: marcus })] }), []);

    expect(sentence(claimed)).toBe(
      'In Manager approval for ‹age›: Marcus Reyes has claimed Approve refund of 1,500 EUR.',
    );
    expect(sentence(assigned)).toContain('waiting for Marcus Reyes: Approve');
  });

  it('says so when nobody may decide', () => {
    expect(sentence(answerOf(detail({ waitingOn: [waitingOn({ roles: [] })] }), []))).toContain(
      'names nobody who may decide',
    );
  });

  it('counts several tasks, lists them and takes the earliest due instant', () => {
    const second = waitingOn({ taskId: 't2', dueAt: '2026-03-04T09:00:00Z' });
    const answer = answerOf(detail({ waitingOn: [waitingOn(), second] }), []);

    expect(sentence(answer)).toBe('In Manager approval for ‹age›, waiting for 2 decisions.');
    expect(answer).toMatchObject({
      due: '2026-03-04T09:00:00Z',
      several: [{ taskId: 't1' }, { taskId: 't2' }],
      next: [],
    });
  });

  it('counts the approvals where one is not enough', () => {
    const answer = answerOf(detail({ waitingOn: [waitingOn({ approvals: { required: 2, given: 1 } })] }), []);

    expect(answer.approvals).toEqual({ required: 2, given: 1 });
  });

  it('says when a failed activity is tried again, and why it failed', () => {
    const error = { code: 'http_503', message: 'The bank is closed' };
    const retrying = execution({ status: 'retrying', nextAttemptAt: '2026-03-02T11:00:00Z', error });
    const answer = answerOf(
      detail({
        ...inPaying,
        waitingFor: ['activity'],
        executions: [retrying],
        next: ['Telling the requester'],
      }),
      [],
    );

    expect(sentence(answer)).toBe(
      'In Paying the customer for ‹age›: “Pay the refund” failed once and is tried again ‹when›.',
    );
    expect(answer.quote).toEqual({ text: 'The bank is closed', from: null });
    expect(answer.next).toMatchObject([{ outcome: null, steps: [{ name: 'Telling the requester' }] }]);
  });

  it('names the step of the branch where the process has forked', () => {
    const forked = { state: 'checks', stateName: 'Checks' };
    const task = answerOf(detail({ ...forked, waitingFor: ['human_task'], waitingOn: [waitingOn()] }), []);
    const working = answerOf(
      detail({
        ...forked,
        status: 'running',
        executions: [execution({ status: 'running' })],
        waitingOn: [waitingOn()],
      }),
      [],
    );

    expect(task.line).toMatchObject({ kind: 'open', state: 'Manager approval' });
    expect(working.line).toMatchObject({ kind: 'active', state: 'Paying' });
    expect(working.several).toHaveLength(1);
  });

  it('says what runs, and what waits for a worker', () => {
    const running = answerOf(detail({ ...inPaying, status: 'running', executions: [execution({})] }), []);
    const queued = answerOf(
      detail({ ...inPaying, executions: [execution({ status: 'ready', attempts: [] })] }),
      [],
    );

    expect(sentence(running)).toBe('In Paying the customer for ‹age›: “Pay the refund” is running.');
    expect(sentence(queued)).toContain('waits for a worker');
  });

  it('says at what it waits for room, and who is before it', () => {
    const room = { resource: 'bank', title: 'Bank', atOnce: 2, perSecond: null, running: 2, ahead: 14 };
    const waits = (ahead: number) => {
      const ready = execution({ status: 'ready', attempts: [], room: { ...room, ahead } });
      return sentence(answerOf(detail({ ...inPaying, executions: [ready] }), []));
    };

    expect(waits(14)).toBe(
      'In Paying the customer for ‹age›: “Pay the refund” waits for room at Bank, 14 before it.',
    );
    expect(waits(0)).toContain('waits for room at Bank and is next.');
  });

  it('says why it stopped', () => {
    const incident = {
      key: 'k',
      step: 'paying',
      stepName: 'Paying',
      code: 'no_transition',
      message: '…',
      openedAt: '',
      closedAt: null,
      resolution: null,
    };
    const { line } = answerOf(detail({ ...inPaying, status: 'needs_attention', incidents: [incident] }), []);

    expect(line).toMatchObject({
      kind: 'attention',
      code: 'no_transition',
      activity: null,
      since: '2026-03-02T10:00:00Z',
    });
  });

  it('names the activity that failed for good', () => {
    const failed = execution({ status: 'failed' });
    const incident = {
      key: failed.key,
      step: 'paying',
      stepName: 'Paying',
      code: 'activity_failed',
      message: '…',
      openedAt: '',
      closedAt: null,
      resolution: null,
    };
    const { line } = answerOf(
      detail({ ...inPaying, status: 'needs_attention', incidents: [incident], executions: [failed] }),
      [],
    );

    expect(line).toMatchObject({ kind: 'attention', activity: 'Pay the refund' });
  });

  it('says who paused it, and quotes them', () => {
    const answer = answerOf(detail({ status: 'paused' }), [event('WORKFLOW_PAUSED', 'Fraud check.', 'Tom')]);

    expect(sentence(answer)).toBe(
      'Paused in Manager approval by Tom for ‹age›. Nothing begins until it is resumed.',
    );
    expect(answer.quote).toEqual({ text: 'Fraud check.', from: 'Tom' });
  });

  it('says how it ended and who had the last word', () => {
    const vote = (at: string, name: string, outcomeName: string, reason: string | null) => ({
      person: { ...marcus, name },
      onBehalfOf: null,
      outcome: 'x',
      outcomeName,
      reason,
      form: {},
      at,
    });
    const task = {
      votes: [vote('2026-03-03T09:00:00Z', 'Priya', 'Reject', 'Paid before.')],
    } as unknown as InstanceTask;
    const earlier = {
      votes: [vote('2026-03-02T09:00:00Z', 'Marcus', 'Approve', null)],
    } as unknown as InstanceTask;
    const ended = detail({
      status: 'completed',
      stateName: 'Rejected',
      closedAt: '2026-03-03T09:00:01Z',
      tasks: [task, earlier],
    });
    const answer = answerOf(ended, []);

    expect(sentence(answer)).toBe(
      'Ended as Rejected ‹when›, after ‹age›. The last decision was “Reject” by Priya.',
    );
    expect(answer.quote).toEqual({ text: 'Paid before.', from: 'Priya' });
  });

  it('says who cancelled it, where it was, and why', () => {
    const cancelled = detail({ status: 'cancelled', closedAt: '2026-03-03T09:00:00Z' });
    const answer = answerOf(cancelled, [event('WORKFLOW_CANCELLED', 'Sent twice.', 'Emma')]);

    expect(sentence(answer)).toBe('Cancelled by Emma in Manager approval ‹when›.');
    expect(answer.quote?.text).toBe('Sent twice.');
  });

  it('says who had it undone and cancelled, though the last event is the system’s', () => {
    const cancelled = detail({ status: 'cancelled', closedAt: '2026-03-03T09:00:00Z' });
    const answer = answerOf(cancelled, [
      event('WORKFLOW_COMPENSATING', 'Sent twice.', 'Emma'),
      { ...event('WORKFLOW_CANCELLED', 'Sent twice.', 'Interlock'), data: { mode: 'compensated' } },
    ]);

    expect(sentence(answer)).toBe('Cancelled by Emma in Manager approval ‹when›.');
  });

  it('names the child that it waits for, or how many of how many', () => {
    const child = (position: number, parts: Partial<ChildRow> = {}): ChildRow => ({
      key: `main:ordering:1#${position + 1}`,
      step: 'ordering',
      stepName: 'Ordering',
      visit: 1,
      position,
      attempt: 1,
      definition: 'part',
      subject: `A-${position + 1}`,
      status: 'started',
      error: null,
      createdAt: '2026-03-02T09:00:00Z',
      closedAt: null,
      instance: {
        id: `child-${position}`,
        definition: { key: 'part', name: 'Part', version: 1 },
        subject: { type: 'part', id: `A-${position + 1}` },
        status: 'waiting',
        stateName: 'Packing',
        outcome: null,
        createdAt: '2026-03-02T09:00:00Z',
        closedAt: null,
      },
      ...parts,
    });
    const waiting = (...children: ChildRow[]) =>
      answerOf(detail({ waitingFor: ['child_workflow'], children }), []);

    const one = waiting(child(0));
    const twoOfThree = waiting(child(0), child(1, { status: 'completed' }), child(2));

    expect(one.line).toMatchObject({ kind: 'child', childId: 'child-0' });
    expect(sentence(one)).toContain('waiting for Part A-1');
    expect(sentence(twoOfThree)).toContain('waiting for 2 of 3 sub-processes');
  });

  it('has a sentence for every status and every reason to wait', () => {
    expect(sentence(answerOf(detail({ status: 'scheduled' }), []))).toContain('as soon as a worker takes it');
    expect(sentence(answerOf(detail({ status: 'running' }), []))).toContain('going on by itself');
    expect(sentence(answerOf(detail({ status: 'failed' }), []))).toBe(
      'Failed in Manager approval ‹when› and does not go on.',
    );
    expect(sentence(answerOf(detail({ status: 'reversed' }), []))).toContain('has been undone');
    expect(answerOf(detail({ waitingFor: ['signal'] }), []).line).toMatchObject({
      kind: 'waiting',
      reason: 'signal',
    });
  });
});
