import type { Definition, Layout, Transition } from '@/lib/engine/definition/schema';
import type { Step } from '@/lib/engine/definition/step-schema';

/** Nine reviews share the end for what they reject, as people draw it: one end for hundreds would be a thicket. */
function rejectedAt(round: number): string {
  return `rejected_${Math.ceil(round / 9)}`;
}

/**
 * A process of so many steps as people draw them: rounds of a decision with a short cut, a task that may be rejected, work, and
 * now and then two branches; laid out in rows, so that opening it lays nothing out.
 */
export function generatedProcess(key: string, steps: number): { definition: Definition; layout: Layout } {
  const made: Step[] = [{ key: 'start', type: 'START', name: 'Start' }];
  const transitions: Transition[] = [];
  let last = 'start';
  const link = (from: string, to: string, more: Partial<Transition> = {}) =>
    transitions.push({ key: `t${transitions.length + 1}`, from, to, ...more });
  const add = (step: Step, ...from: string[]) => {
    made.push(step);
    for (const one of from) link(one, step.key);
    last = step.key;
  };
  for (let round = 1; made.length < steps - 8 - Math.ceil(steps / 33); round += 1) {
    const id = (name: string) => `${name}_${round}`;
    add({ key: id('choice'), type: 'DECISION', name: `Large enough? (${round})` }, last);
    made.push({
      key: id('review'),
      type: 'USER_TASK',
      name: `Review of part ${round}`,
      who: { roles: ['approver'] },
      outcomes: [
        { key: 'approve', name: 'Approve', kind: 'positive' },
        { key: 'reject', name: 'Reject', kind: 'negative' },
      ],
    });
    link(id('choice'), id('review'), { when: `context.amount > ${round}`, priority: 10 });
    made.push({ key: id('work'), type: 'AUTOMATED', name: `Work on part ${round}`, activities: [] });
    link(id('choice'), id('work'), { default: true });
    link(id('review'), id('work'), { on: { outcome: 'approve' } });
    link(id('review'), rejectedAt(round), { on: { outcome: 'reject' } });
    last = id('work');
    if (round % 3 !== 0) continue;
    add({ key: id('fork'), type: 'PARALLEL_FORK', name: 'Both sides' }, last);
    made.push({ key: id('left'), type: 'AUTOMATED', name: `One side ${round}`, activities: [] });
    made.push({
      key: id('right'),
      type: 'WAIT_FOR_TIMER',
      name: `The other side ${round}`,
      timer: { duration: 'P1D' },
    });
    link(id('fork'), id('left'));
    link(id('fork'), id('right'));
    add(
      { key: id('join'), type: 'PARALLEL_JOIN', name: 'Both done', fork: id('fork') },
      id('left'),
      id('right'),
    );
  }
  const ends = new Set(transitions.map(({ to }) => to).filter((to) => to.startsWith('rejected')));
  while (made.length < steps - 1 - ends.size) {
    const number = made.length;
    add({ key: `filing_${number}`, type: 'AUTOMATED', name: `Filing ${number}`, activities: [] }, last);
  }
  add({ key: 'done', type: 'END', name: 'Done', outcome: 'done' }, last);
  for (const end of ends) made.push({ key: end, type: 'END', name: 'Rejected', outcome: 'rejected' });
  return {
    definition: {
      key,
      name: `A process of ${made.length} steps`,
      subject: { type: 'case' },
      input: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
      maxAge: 'P90D',
      steps: made,
      transitions,
    },
    layout: Object.fromEntries(
      made.map((step, index): [string, { x: number; y: number }] => [
        step.key,
        { x: (index % 20) * 232, y: Math.floor(index / 20) * 136 },
      ]),
    ),
  };
}
